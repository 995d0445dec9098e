//! Players that do whatever comes to their mind.

use tiaoqi::game::{Act, Game, ResumeReason};
use tiaoqi::protocol::Command;
use tiaoqi::room::Input;
use tiaoqi::rules::star::{self, Hole, ItemUse};
use tiaoqi::rules::{Point, Seat};

use super::draws::{command_of, draw_move, draw_settings};
use super::world::World;

/// How many steps a chaotic room takes at most.
const STEPS: usize = 160;

impl World<'_> {
    /// Whatever comes to mind.
    pub(super) fn play_wildly(&mut self) {
        for _ in 0..STEPS {
            if self.rng.chance(10) {
                self.restart();
            }
            if self.rng.chance(10) {
                self.retry();
            }
            match self.room.playing().cloned() {
                Some(game) => self.disturb(&game),
                None => self.gather(),
            }
            if self.room.is_closed() && self.rng.chance(50) {
                return;
            }
        }
    }

    /// Something happens in a room that waits; often enough it leads to a game.
    fn gather(&mut self) {
        self.now += i64::try_from(self.rng.below(20_000)).expect("small");
        let who = self.rng.below(self.people.len());
        let seat = Seat::ALL[self.rng.below(6)];
        match self.rng.below(26) {
            0..=5 => {
                let free: Vec<_> = self.room.free_seats().collect();
                let seat = if free.is_empty() {
                    seat
                } else {
                    *self.rng.pick(&free)
                };
                self.command(who, None, Command::Sit { seat });
            }
            6 => self.command(who, None, Command::Sit { seat }),
            7..=9 => {
                for who in 0..self.people.len() {
                    if self.seat(who).is_some() && self.rng.chance(90) {
                        self.command(who, None, Command::Ready {});
                    }
                }
                let host = self.host();
                self.command(host, None, Command::Start {});
            }
            10 => self.command(who, None, Command::Unready {}),
            11 => {
                let settings = draw_settings(&mut self.rng);
                let by = if self.rng.chance(80) {
                    self.host()
                } else {
                    who
                };
                self.command(by, None, Command::Configure { settings });
            }
            12..=15 => {
                let by = if self.rng.chance(80) {
                    self.host()
                } else {
                    who
                };
                self.command(by, None, Command::AddBot { seat });
            }
            16 => {
                let by = if self.rng.chance(80) {
                    self.host()
                } else {
                    who
                };
                self.command(by, None, Command::Kick { seat });
            }
            17 => self.command(who, None, Command::Stand {}),
            18..=20 => {
                for who in 0..self.people.len() {
                    if self.room.playing().is_none() && self.rng.chance(90) {
                        self.command(who, None, Command::Rematch {});
                    }
                }
            }
            21 => {
                let command = self.any_command();
                let ply = self.rng.chance(50).then_some(1);
                self.command(who, ply, command);
            }
            22 if self.rng.chance(10) => self.input(&Input::Idle, None),
            22 => self.input(&Input::Expire, None),
            _ => self.presence(),
        }
    }

    /// Something happens in a game.
    fn disturb(&mut self, game: &Game) {
        let seat = game.play().on_turn().expect("a game that runs");
        let ply = game.play().ply();
        let who = self.rng.below(self.people.len());
        match self.rng.below(40) {
            0 => {
                let command = self.any_command();
                self.command(who, Some(ply), command);
            }
            1 => self.command(who, None, Command::OfferDraw {}),
            2 => {
                for who in 0..self.people.len() {
                    let yes = self.rng.chance(80);
                    self.command(who, None, Command::AnswerDraw { yes });
                }
            }
            3 | 16 if game.star().is_some_and(star::Game::has_teams) || self.rng.chance(20) => {
                self.command(who, None, Command::Resign {});
                for who in 0..self.people.len() {
                    let yes = self.rng.chance(60);
                    self.command(who, None, Command::AnswerResign { yes });
                }
            }
            4 if self.rng.chance(40) => self.command(who, None, Command::Leave {}),
            5..=6 => self.presence(),
            7 => {
                let credit = i64::try_from(self.rng.below(5_000)).expect("small");
                let why = *self.rng.pick(&[
                    ResumeReason::Restart,
                    ResumeReason::Store,
                    ResumeReason::Rebuilt,
                ]);
                self.input(&Input::Resume { credit, why }, None);
            }
            8..=11 => {
                if let Some(deadline) = game.deadline() {
                    self.now = deadline + 50;
                }
                self.input(&Input::Expire, None);
            }
            12 => {
                let act = draw_move(&mut self.rng, game).unwrap_or(Act::Resign);
                let ply = ply + u32::from(self.rng.chance(50));
                let seat = if self.rng.chance(50) {
                    seat
                } else {
                    Seat::ALL[self.rng.below(6)]
                };
                self.input(&Input::Bot { seat, ply, act }, None);
            }
            13 => {
                let mut place = || Point::from(*self.rng.pick(&Hole::ALL));
                let (from, to) = (place(), place());
                let path = self.rng.chance(50).then(|| vec![from, to]);
                let by = if self.rng.chance(50) {
                    who
                } else {
                    self.person_or(seat, who)
                };
                self.command(by, Some(ply), Command::Move { from, to, path });
            }
            14 => {
                let by = self.person_or(seat, who);
                self.command(by, Some(ply), Command::Pass {});
            }
            15 => self.input(&Input::Idle, None),
            _ => self.act(game, seat, ply, who),
        }
    }

    /// The seat on turn moves, now and then for the wrong ply or by the wrong person.
    fn act(&mut self, game: &Game, seat: Seat, ply: u32, who: usize) {
        self.now += i64::try_from(self.rng.below(3_000)).expect("small");
        if game.play().is_asking() && self.rng.chance(60) {
            return self.answer_play_on(game, 90);
        }
        let Some(act) = self.draw_act(game, 10, 70) else {
            return;
        };
        if game.bot_on_turn().is_some() {
            self.input(&Input::Bot { seat, ply, act }, None);
            return;
        }
        let by = if self.rng.chance(95) {
            self.person_or(seat, who)
        } else {
            who
        };
        let ply = match self.rng.below(20) {
            0 => None,
            1 => Some(ply + 1),
            2 => Some(ply - 1),
            _ => Some(ply),
        };
        self.command(by, ply, command_of(&act));
    }

    fn presence(&mut self) {
        let user = self.people[self.rng.below(self.people.len())].user;
        let input = match self.rng.below(5) {
            0 | 1 => Input::Connected(user),
            2 | 3 => Input::Disconnected(user),
            _ => Input::Away(user),
        };
        self.input(&input, None);
    }

    fn any_command(&mut self) -> Command {
        let seat = Seat::ALL[self.rng.below(6)];
        match self.rng.below(18) {
            0 => Command::Sit { seat },
            1 => Command::Stand {},
            2 => Command::Ready {},
            3 => Command::Unready {},
            4 => Command::Configure {
                settings: draw_settings(&mut self.rng),
            },
            5 => Command::AddBot { seat },
            6 => Command::Kick { seat },
            7 => Command::Start {},
            8 => Command::Pass {},
            9 => Command::OfferDraw {},
            10 => Command::AnswerDraw { yes: false },
            11 => Command::AnswerDraw { yes: true },
            12 => Command::Rematch {},
            13 => Command::AnswerResign { yes: false },
            14 => Command::AnswerPlayOn { yes: true },
            15 => Command::UseItem(ItemUse::Roadblock {
                hole: Hole::ALL[60],
            }),
            16 => Command::UseItem(ItemUse::Tornado {
                hole: Hole::ALL[60],
            }),
            _ => Command::Leave {},
        }
    }
}
