//! Players that know what they want: seats are filled, and games are played to their end.

use tiaoqi::game::Game;
use tiaoqi::protocol::Command;
use tiaoqi::room::Input;

use super::draws::command_of;
use super::world::World;

impl World<'_> {
    /// Everybody plays well, to the end, once or twice.
    pub(super) fn play_greedily(&mut self) {
        let host = 0;
        for game in 0..2 {
            if self.room.is_closed() {
                return;
            }
            self.fill_seats();
            if game > 0 && self.rng.chance(50) {
                for who in 0..self.people.len() {
                    if self.room.playing().is_none() && self.seat(who).is_some() {
                        self.command(who, None, Command::Rematch {});
                    }
                }
            }
            if self.room.playing().is_none() {
                for who in 0..self.people.len() {
                    if self.seat(who).is_some() {
                        self.command(who, None, Command::Ready {});
                    }
                }
                self.command(host, None, Command::Start {});
            }
            assert!(self.room.playing().is_some(), "no game began");
            while let Some(game) = self.room.playing() {
                let seat = game.play().on_turn().expect("a game that runs");
                let ply = game.play().ply();
                let game = game.clone();
                self.now += 200;
                if game.play().is_asking() {
                    self.answer_play_on(&game, 95);
                    continue;
                }
                let act = self.draw_act(&game, 10, 100).expect("an act");
                if game.bot_on_turn().is_some() {
                    self.input(&Input::Bot { seat, ply, act }, None);
                } else {
                    let who = self.person_on(seat);
                    self.command(who, Some(ply), command_of(&act));
                }
                if self.rng.chance(1) {
                    self.restart();
                }
                if self.rng.chance(2) {
                    self.retry();
                }
            }
        }
    }

    /// All who are asked say whether to play on, most of them yes.
    pub(super) fn answer_play_on(&mut self, game: &Game, percent: u64) {
        for &seat in game.play().seats() {
            let who = self.person_or(seat, 0);
            let yes = self.rng.chance(percent);
            self.command(who, None, Command::AnswerPlayOn { yes });
        }
    }

    fn fill_seats(&mut self) {
        let bots = !self.room.settings().rated && self.rng.chance(30);
        for seat in self.room.free_seats().collect::<Vec<_>>() {
            if bots {
                self.command(0, None, Command::AddBot { seat });
                continue;
            }
            let who = (0..6)
                .find(|who| self.seat(*who).is_none())
                .expect("six people");
            self.command(who, None, Command::Sit { seat });
        }
    }
}
