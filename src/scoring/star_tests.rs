use proptest::prelude::*;

use super::*;

/// A seat that lost nothing yet: level 10, late enough, place as given.
pub(super) fn seat(number: usize, place: u8) -> SeatResult {
    SeatResult {
        seat: Seat::ALL[number],
        team: None,
        level: Level::new(10).unwrap(),
        place,
        finished: false,
        out: None,
        in_camp: 0,
        round: 40,
        by: Finality::Finish,
    }
}

pub(super) fn game(mode: Mode, seats: &[SeatResult]) -> GameResult {
    GameResult {
        mode,
        hop: Hop::Short,
        draw: false,
        seats: seats.to_vec(),
        farm: Farm::Whole,
    }
}

pub(super) fn points(result: &GameResult) -> Vec<i32> {
    score(result)
        .unwrap()
        .iter()
        .map(|score| score.points)
        .collect()
}

pub(super) fn out(why: OutReason, round: u16, seat: SeatResult) -> SeatResult {
    SeatResult {
        out: Some(why),
        round,
        by: Finality::Out,
        ..seat
    }
}

pub(super) fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

pub(super) fn teams(places: [u8; 2], size: usize) -> Vec<SeatResult> {
    let numbers: &[usize] = if size == 4 {
        &[0, 1, 3, 4]
    } else {
        &[0, 1, 2, 3, 4, 5]
    };
    let member = |(n, &number): (usize, &usize)| SeatResult {
        team: Some([Team::A, Team::B][n % 2]),
        ..seat(number, places[n % 2])
    };
    numbers.iter().enumerate().map(member).collect()
}

#[test]
fn the_example_of_the_contract() {
    let seats = [
        SeatResult {
            level: level(5),
            finished: true,
            in_camp: 10,
            round: 31,
            ..seat(0, 1)
        },
        SeatResult {
            level: level(8),
            in_camp: 7,
            round: 31,
            ..seat(3, 2)
        },
    ];
    assert_eq!(points(&game(Mode::Duel, &seats)), [28, -21]);
}

#[test]
fn the_loser_of_a_duel_is_encouraged_twice_up_to_level_5() {
    let lose = |number, in_camp| {
        let loser = SeatResult {
            level: level(number),
            in_camp,
            ..seat(3, 2)
        };
        let winner = SeatResult {
            level: level(number),
            ..seat(0, 1)
        };
        points(&game(Mode::Duel, &[winner, loser]))
    };
    assert_eq!(lose(5, 9), [25, -25 + 18]);
    assert_eq!(lose(6, 9), [25, -25 + 9]);
}

#[test]
fn the_winner_is_not_encouraged() {
    let winner = SeatResult {
        in_camp: 9,
        ..seat(0, 1)
    };
    assert_eq!(points(&game(Mode::Duel, &[winner, seat(3, 2)])), [25, -25]);
}

#[test]
fn free_for_all_pays_by_place() {
    let table = |numbers: &[usize]| {
        let seats: Vec<_> = numbers
            .iter()
            .zip(1..)
            .map(|(&n, place)| seat(n, place))
            .collect();
        points(&game(Mode::Free, &seats))
    };
    assert_eq!(table(&[0, 2, 4]), [30, 15, -15]);
    assert_eq!(table(&[0, 1, 3, 4]), [35, 25, 15, -15]);
    assert_eq!(table(&[0, 1, 2, 3, 4, 5]), [45, 35, 25, 15, -15, -25]);
}

#[test]
fn only_a_negative_placing_is_encouraged_in_free_for_all() {
    let with = |place| SeatResult {
        in_camp: 6,
        ..seat(usize::from(place) - 1, place)
    };
    let six: Vec<_> = (1..=6).map(with).collect();
    assert_eq!(points(&game(Mode::Free, &six)), [45, 35, 25, 15, -9, -19]);
}

#[test]
fn a_shared_place_gets_the_mean_of_those_it_covers_toward_zero() {
    let free = |places: &[u8]| {
        let numbers: &[usize] =
            [&[0, 2, 4][..], &[0, 1, 3, 4], &[], &[0, 1, 2, 3, 4, 5]][places.len() - 3];
        let seats: Vec<_> = numbers
            .iter()
            .zip(places)
            .map(|(&n, &p)| seat(n, p))
            .collect();
        points(&game(Mode::Free, &seats))
    };
    assert_eq!(free(&[1, 1, 3]), [22, 22, -15]);
    assert_eq!(free(&[1, 2, 2]), [30, 0, 0]);
    assert_eq!(free(&[1, 1, 1]), [10, 10, 10]);
    assert_eq!(free(&[1, 2, 2, 2]), [35, 8, 8, 8]);
    assert_eq!(free(&[1, 2, 3, 4, 5, 5]), [45, 35, 25, 15, -20, -20]);
    assert_eq!(free(&[1, 2, 3, 4, 4, 4]), [45, 35, 25, -8, -8, -8]);
}

#[test]
fn two_that_share_the_first_place_have_drawn() {
    let one = SeatResult {
        level: level(3),
        in_camp: 10,
        ..seat(0, 1)
    };
    assert_eq!(points(&game(Mode::Duel, &[one, seat(3, 1)])), [0, 0]);
}

#[test]
fn teams_win_and_lose_together() {
    let mut four = teams([1, 2], 4);
    four[1].in_camp = 4;
    assert_eq!(points(&game(Mode::Team, &four)), [30, -6, 30, -10]);
    let mut six = teams([2, 1], 6);
    six[0] = SeatResult {
        level: level(1),
        in_camp: 3,
        ..six[0]
    };
    assert_eq!(points(&game(Mode::Team, &six)), [-9, 40, -15, 40, -15, 40]);
}

#[test]
fn a_draw_is_worth_nothing_to_those_still_playing() {
    let encouraged = |n, place| SeatResult {
        in_camp: 9,
        ..seat(n, place)
    };
    let draw = |seats: &[SeatResult]| {
        points(&GameResult {
            draw: true,
            ..game(Mode::Free, seats)
        })
    };
    assert_eq!(
        draw(&[encouraged(0, 1), encouraged(2, 1), encouraged(4, 1)]),
        [0, 0, 0]
    );
    let finished = SeatResult {
        finished: true,
        in_camp: 10,
        ..seat(0, 1)
    };
    let left = out(OutReason::Left, 20, seat(4, 4));
    let resigned = out(OutReason::Resigned, 25, encouraged(1, 4));
    assert_eq!(
        draw(&[finished, encouraged(1, 2), encouraged(3, 2), left]),
        [35, 0, 0, -50]
    );
    assert_eq!(
        draw(&[finished, resigned, encouraged(3, 2), encouraged(4, 2)]),
        [35, -6, 0, 0]
    );
}

#[test]
fn resigning_may_only_cost() {
    let resigned = |place, in_camp| SeatResult {
        in_camp,
        ..out(OutReason::Resigned, 30, seat(3, place))
    };
    let in_duel = |number, in_camp| {
        let loser = SeatResult {
            level: level(number),
            ..resigned(2, in_camp)
        };
        score(&game(
            Mode::Duel,
            &[
                SeatResult {
                    level: level(25),
                    ..seat(0, 1)
                },
                loser,
            ],
        ))
        .unwrap()[1]
    };
    let capped = in_duel(1, 9);
    let parts = Parts {
        placing: -1,
        encouragement: 18,
        cap: -17,
        farm: 0,
    };
    assert_eq!((capped.points, capped.parts), (0, parts));
    assert_eq!(in_duel(20, 9).points, -20 + 9);
    let free = [
        seat(0, 1),
        seat(1, 2),
        resigned(3, 5),
        out(OutReason::Left, 12, seat(4, 4)),
    ];
    assert_eq!(points(&game(Mode::Free, &free)), [35, 25, 0, -50]);
}

#[test]
fn who_left_stalled_or_was_timed_out_loses_fifty_flat() {
    for why in [OutReason::Left, OutReason::Stalled, OutReason::TimedOut] {
        let gone = SeatResult {
            in_camp: 9,
            level: level(1),
            ..out(why, 30, seat(3, 2))
        };
        assert_eq!(points(&game(Mode::Duel, &[seat(0, 1), gone])), [16, -50]);
        let third = SeatResult {
            seat: Seat::ALL[4],
            place: 3,
            ..gone
        };
        let free = [
            seat(0, 1),
            seat(1, 2),
            third,
            out(OutReason::Left, 12, seat(3, 4)),
        ];
        assert_eq!(points(&game(Mode::Free, &free))[2], -50);
    }
}

#[test]
fn the_leaver_bears_what_the_team_would_lose() {
    let mut four = teams([2, 1], 4);
    four[0] = SeatResult {
        in_camp: 5,
        ..out(OutReason::TimedOut, 20, four[0])
    };
    four[2].in_camp = 5;
    assert_eq!(points(&game(Mode::Team, &four)), [-50, 30, 5, 30]);
}

#[test]
fn who_faces_a_staller_never_loses() {
    let stalled = out(OutReason::Stalled, 25, seat(0, 6));
    let facing = SeatResult {
        in_camp: 3,
        ..seat(3, 5)
    };
    let six = [
        stalled,
        seat(1, 1),
        seat(2, 2),
        facing,
        seat(4, 3),
        seat(5, 4),
    ];
    let scores = score(&game(Mode::Free, &six)).unwrap();
    let parts = Parts {
        placing: -15,
        encouragement: 3,
        cap: 12,
        farm: 0,
    };
    assert_eq!((scores[3].points, scores[3].parts), (0, parts));
    let mut resigned = six;
    resigned[3] = out(OutReason::Resigned, 28, facing);
    assert_eq!(points(&game(Mode::Free, &resigned))[3], 0);
    let mut gaining = six;
    (gaining[3].place, gaining[5].place) = (4, 5);
    assert_eq!(points(&game(Mode::Free, &gaining))[3], 15);
}

#[test]
fn too_early_a_finish_brings_nothing_and_costs_as_ever() {
    for (hop, limit) in [(Hop::Short, 18), (Hop::Long, 10)] {
        for (round, early) in [(limit - 1, true), (limit, false)] {
            let won = SeatResult {
                round,
                ..seat(0, 1)
            };
            let lost = SeatResult {
                round,
                in_camp: 4,
                ..seat(3, 2)
            };
            let result = GameResult {
                hop,
                ..game(Mode::Duel, &[won, lost])
            };
            assert_eq!(points(&result), [if early { 0 } else { 25 }, -21]);
        }
    }
}

#[test]
fn too_early_a_going_out_is_judged_by_its_own_limit() {
    for hop in [Hop::Short, Hop::Long] {
        for (round, early) in [(10, true), (11, false)] {
            let won = SeatResult {
                round,
                by: Finality::Out,
                ..seat(0, 1)
            };
            let lost = out(OutReason::Resigned, round, seat(3, 2));
            let result = GameResult {
                hop,
                ..game(Mode::Duel, &[won, lost])
            };
            assert_eq!(points(&result), [if early { 0 } else { 25 }, -25]);
        }
    }
}

#[test]
fn too_early_a_positive_total_of_a_loser_becomes_zero() {
    let won = SeatResult {
        level: level(25),
        round: 17,
        ..seat(0, 1)
    };
    let lost = SeatResult {
        level: level(1),
        round: 17,
        in_camp: 3,
        ..seat(3, 2)
    };
    assert_eq!(points(&game(Mode::Duel, &[won, lost])), [0, 0]);
}

#[test]
fn in_free_for_all_each_seat_is_judged_by_its_own_event() {
    let seats = [
        SeatResult {
            finished: true,
            round: 17,
            ..seat(0, 1)
        },
        SeatResult {
            finished: true,
            round: 18,
            ..seat(1, 2)
        },
        SeatResult {
            round: 19,
            ..seat(3, 3)
        },
        out(OutReason::Resigned, 5, seat(4, 4)),
    ];
    assert_eq!(points(&game(Mode::Free, &seats)), [0, 25, 15, -15]);
}

#[test]
fn the_factor_against_farming_comes_last() {
    let farmed = |farm| {
        points(&GameResult {
            farm,
            ..game(Mode::Free, &[seat(0, 1), seat(2, 2), seat(4, 3)])
        })
    };
    assert_eq!(farmed(Farm::Whole), [30, 15, -15]);
    assert_eq!(farmed(Farm::Half), [15, 7, -15]);
    assert_eq!(farmed(Farm::None), [0, 0, -15]);
}

#[test]
fn impossible_results_are_refused() {
    let error = |mode, seats: &[SeatResult]| score(&game(mode, seats)).unwrap_err();
    assert_eq!(error(Mode::Duel, &[seat(0, 1)]), ScoreError::SeatCount);
    assert_eq!(
        error(Mode::Free, &[seat(0, 1), seat(3, 2)]),
        ScoreError::SeatCount
    );
    assert_eq!(
        error(Mode::Duel, &[seat(0, 1), seat(0, 2)]),
        ScoreError::SeatTwice
    );
    assert_eq!(
        error(Mode::Duel, &[seat(0, 1), seat(3, 3)]),
        ScoreError::Places
    );
    assert_eq!(
        error(Mode::Duel, &[seat(0, 0), seat(3, 1)]),
        ScoreError::Places
    );
    assert_eq!(
        error(Mode::Duel, &[seat(0, 2), seat(3, 2)]),
        ScoreError::Places
    );
    assert_eq!(
        error(Mode::Team, &[0, 1, 3, 4].map(|n| seat(n, 1))),
        ScoreError::Teams
    );
    let mut mixed = teams([1, 2], 4);
    mixed[0].place = 2;
    assert_eq!(error(Mode::Team, &mixed), ScoreError::Places);
    let in_team = SeatResult {
        team: Some(Team::A),
        ..seat(0, 1)
    };
    assert_eq!(error(Mode::Duel, &[in_team, seat(3, 2)]), ScoreError::Teams);
    let crowded = SeatResult {
        in_camp: 20,
        ..seat(0, 1)
    };
    assert_eq!(
        error(Mode::Duel, &[crowded, seat(3, 2)]),
        ScoreError::InCamp
    );
    let early = SeatResult {
        round: 0,
        ..seat(0, 1)
    };
    assert_eq!(error(Mode::Duel, &[early, seat(3, 2)]), ScoreError::Round);
}

fn any_duel() -> impl Strategy<Value = GameResult> {
    let reason = prop::option::of(prop::sample::select(OutReason::ALL[..4].to_vec()));
    let farm = prop::sample::select(vec![Farm::None, Farm::Half, Farm::Whole]);
    let hop = prop::sample::select(vec![Hop::Short, Hop::Long]);
    (
        1..=25_u8,
        1..=25_u8,
        reason,
        0..=19_u8,
        1..=60_u16,
        farm,
        hop,
    )
        .prop_map(|(winner, loser, why, in_camp, round, farm, hop)| {
            let by = if why.is_some() {
                Finality::Out
            } else {
                Finality::Finish
            };
            let seats = [
                SeatResult {
                    level: level(winner),
                    round,
                    by,
                    ..seat(0, 1)
                },
                SeatResult {
                    level: level(loser),
                    out: why,
                    in_camp,
                    round,
                    by,
                    ..seat(3, 2)
                },
            ];
            GameResult {
                farm,
                hop,
                ..game(Mode::Duel, &seats)
            }
        })
}

proptest! {
    #[test]
    fn points_are_the_sum_of_their_parts_and_within_bounds(result in any_duel()) {
        let scores = score(&result).unwrap();
        for score in &scores {
            prop_assert_eq!(score.points, score.parts.total());
            prop_assert!(score.parts.farm <= 0);
            prop_assert!(score.parts.encouragement >= 0);
        }
        prop_assert!((0..=49).contains(&scores[0].points));
        prop_assert!((-50..=38).contains(&scores[1].points));
        let loser = &result.seats[1];
        if loser.out.is_some() {
            prop_assert!(scores[1].points <= 0);
        }
        if loser.has_deserted() {
            prop_assert_eq!(scores[1].points, -50);
        }
    }
}
