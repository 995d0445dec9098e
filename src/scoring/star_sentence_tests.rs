//! Section 8, sentence by sentence, where two of its rules meet.

use super::tests::{game, level, out, points, seat, teams};
use super::*;

/// The seat at a level with so many marbles in its target.
fn at(number: u8, in_camp: u8, seat: SeatResult) -> SeatResult {
    SeatResult {
        level: level(number),
        in_camp,
        ..seat
    }
}

/// All seats with their places final in this round, by this kind of event.
fn settled(mut seats: Vec<SeatResult>, round: u16, by: Finality) -> Vec<SeatResult> {
    for seat in &mut seats {
        (seat.round, seat.by) = (round, by);
    }
    seats
}

fn free(seats: &[SeatResult]) -> Vec<i32> {
    points(&game(Mode::Free, seats))
}

fn team(seats: &[SeatResult]) -> Vec<i32> {
    points(&game(Mode::Team, seats))
}

// Too early.

#[test]
fn too_early_a_team_win_brings_nothing_to_any_member() {
    for (hop, limit) in [(Hop::Short, 18), (Hop::Long, 10)] {
        for (round, expected) in [(limit - 1, [0, -6, 0, 0]), (limit, [30, -6, 30, 8])] {
            let mut four = settled(teams([1, 2], 4), round, Finality::Finish);
            four[0].finished = true;
            four[1] = at(10, 4, four[1]);
            // -10 + 2 x 9
            four[3] = at(5, 9, four[3]);
            let result = GameResult {
                hop,
                ..game(Mode::Team, &four)
            };
            assert_eq!(points(&result), expected, "round {round}, {hop:?}");
        }
    }
}

#[test]
fn too_early_for_a_team_game_that_a_leaver_decides_is_before_round_11() {
    for hop in [Hop::Short, Hop::Long] {
        for (round, expected) in [(10, [-50, 0, 0, 0]), (11, [-50, 30, 5, 30])] {
            let mut four = settled(teams([2, 1], 4), round, Finality::Out);
            four[0] = out(OutReason::Left, round, at(10, 5, four[0]));
            four[2] = at(10, 5, four[2]);
            let result = GameResult {
                hop,
                ..game(Mode::Team, &four)
            };
            assert_eq!(points(&result), expected, "round {round}, {hop:?}");
        }
    }
}

#[test]
fn too_early_whoever_wins_by_a_going_out_for_any_reason_gains_nothing() {
    for (why, loss) in [
        (OutReason::Left, -50),
        (OutReason::Stalled, -50),
        (OutReason::TimedOut, -50),
        (OutReason::Resigned, -25),
    ] {
        for (round, win) in [(10, 0), (11, 25)] {
            let won = SeatResult {
                round,
                by: Finality::Out,
                ..seat(0, 1)
            };
            let lost = out(why, round, seat(3, 2));
            let duel = game(Mode::Duel, &[won, lost]);
            assert_eq!(points(&duel), [win, loss], "{why:?} in round {round}");
            // Of three, the second to go out makes the first place final.
            let three = [
                SeatResult { round, ..won },
                out(why, round, seat(2, 2)),
                out(OutReason::Resigned, 4, seat(4, 3)),
            ];
            let second = match (why, round) {
                (OutReason::Resigned, _) => 0,
                _ => -50,
            };
            let first = if round == 10 { 0 } else { 30 };
            assert_eq!(free(&three), [first, second, -15], "{why:?} in {round}");
        }
    }
}

#[test]
fn too_early_a_negative_total_keeps_its_encouragement() {
    let three = settled(
        vec![seat(0, 1), seat(2, 2), at(10, 4, seat(4, 3))],
        17,
        Finality::Finish,
    );
    assert_eq!(free(&three), [0, 0, -15 + 4]);
    let many = settled(
        vec![seat(0, 1), seat(2, 2), at(5, 9, seat(4, 3))],
        17,
        Finality::Finish,
    );
    // -15 + 2 x 9 is above 0.
    assert_eq!(free(&many), [0, 0, 0]);
}

// Teams.

#[test]
fn the_mate_of_a_leaver_may_gain_by_its_encouragement() {
    for why in [OutReason::Left, OutReason::Stalled, OutReason::TimedOut] {
        let mut four = settled(teams([1, 2], 4), 20, Finality::Out);
        four[1] = out(why, 20, at(3, 9, four[1]));
        four[3] = at(3, 6, four[3]);
        let scores = score(&game(Mode::Team, &four)).unwrap();
        let parts = Parts {
            encouragement: 12,
            ..Parts::default()
        };
        assert_eq!((scores[3].points, scores[3].parts), (12, parts), "{why:?}");
        assert_eq!(team(&four), [30, -50, 30, 12], "{why:?}");
    }
}

#[test]
fn a_leaver_of_three_bears_all_and_both_mates_keep_their_encouragement() {
    let mut six = settled(teams([2, 1], 6), 25, Finality::Out);
    six[0] = at(10, 3, six[0]);
    six[2] = out(OutReason::Left, 25, at(1, 9, six[2]));
    six[4] = at(1, 2, six[4]);
    assert_eq!(team(&six), [3, 40, -50, 40, 4, 40]);
}

#[test]
fn a_team_that_resigns_is_encouraged_and_no_member_gains() {
    let mut four = teams([2, 1], 4);
    four[0] = out(OutReason::Resigned, 30, at(10, 4, four[0]));
    four[2] = out(OutReason::Resigned, 30, at(5, 8, four[2]));
    // -10 + 4, and -10 + 2 x 8 capped.
    assert_eq!(team(&four), [-6, 30, 0, 30]);
    let capped = score(&game(Mode::Team, &four)).unwrap()[2].parts;
    let parts = Parts {
        placing: -10,
        encouragement: 16,
        cap: -6,
        farm: 0,
    };
    assert_eq!(capped, parts);
    let mut six = teams([1, 2], 6);
    for (n, number, in_camp) in [(1, 10, 0), (3, 10, 9), (5, 4, 8)] {
        six[n] = out(OutReason::Resigned, 30, at(number, in_camp, six[n]));
    }
    // -15, -15 + 9, and -15 + 2 x 8 capped.
    assert_eq!(team(&six), [40, -15, 40, -6, 40, 0]);
}

// Draw.

#[test]
fn a_team_draw_is_worth_nothing_to_anyone() {
    for size in [4, 6] {
        let drawn = teams([1, 1], size).into_iter().map(|seat| at(1, 9, seat));
        let result = GameResult {
            draw: true,
            ..game(Mode::Team, &drawn.collect::<Vec<_>>())
        };
        for score in score(&result).unwrap() {
            assert_eq!((score.points, score.parts), (0, Parts::default()));
        }
    }
}

#[test]
fn a_drawn_duel_is_worth_nothing_whatever_the_levels_and_marbles() {
    for round in [5, 300] {
        let seats = settled(
            vec![at(1, 9, seat(0, 1)), at(25, 9, seat(3, 1))],
            round,
            Finality::Finish,
        );
        let result = GameResult {
            draw: true,
            ..game(Mode::Duel, &seats)
        };
        for score in score(&result).unwrap() {
            assert_eq!((score.points, score.parts), (0, Parts::default()));
        }
    }
}

// Stalled, in addition.

#[test]
fn of_four_only_the_seat_that_faces_the_staller_is_protected() {
    let stalled = out(OutReason::Stalled, 25, seat(0, 3));
    let resigned = |n| out(OutReason::Resigned, 22, at(10, 3, seat(n, 4)));
    let facing = [stalled, seat(1, 1), resigned(3), seat(4, 2)];
    assert_eq!(free(&facing), [-50, 35, 0, 25]);
    let aside = [stalled, seat(1, 1), seat(3, 2), resigned(4)];
    assert_eq!(free(&aside), [-50, 35, 25, -15 + 3]);
}

#[test]
fn of_six_only_the_seat_that_faces_the_staller_is_protected() {
    for (loser, expected) in [
        (4, 0),
        (5, -15 + 3),
        (3, -15 + 3),
        (0, -15 + 3),
        (2, -15 + 3),
    ] {
        // Seat 1 stalled and is the last; it faces seat 4.
        let mut place = 0;
        let mut seats = Vec::new();
        for n in 0..6 {
            seats.push(if n == 1 {
                out(OutReason::Stalled, 25, seat(1, 6))
            } else if n == loser {
                at(10, 3, seat(n, 5))
            } else {
                place += 1;
                seat(n, place)
            });
        }
        let points = free(&seats);
        assert_eq!((points[loser], points[1]), (expected, -50), "seat {loser}");
    }
}

#[test]
fn two_that_face_each_other_and_stall_protect_each_other() {
    let four = [
        out(OutReason::Stalled, 20, seat(0, 4)),
        seat(1, 1),
        out(OutReason::Stalled, 20, seat(3, 3)),
        seat(4, 2),
    ];
    assert_eq!(free(&four), [0, 35, 0, 25]);
    let six = [
        seat(0, 1),
        seat(1, 2),
        out(OutReason::Stalled, 20, seat(2, 6)),
        seat(3, 3),
        seat(4, 4),
        out(OutReason::Stalled, 25, seat(5, 5)),
    ];
    assert_eq!(free(&six), [45, 35, 0, 25, 15, 0]);
}

#[test]
fn who_leaves_facing_a_staller_loses_nothing() {
    for why in [OutReason::Left, OutReason::TimedOut] {
        let four = [
            out(OutReason::Stalled, 25, seat(0, 3)),
            seat(1, 1),
            out(why, 12, seat(3, 4)),
            seat(4, 2),
        ];
        let scores = score(&game(Mode::Free, &four)).unwrap();
        let parts = Parts {
            placing: -50,
            cap: 50,
            ..Parts::default()
        };
        assert_eq!((scores[2].points, scores[2].parts), (0, parts), "{why:?}");
        assert_eq!(scores[0].points, -50, "{why:?}");
    }
}

#[test]
fn no_other_reason_protects_the_facing_seat() {
    for why in [OutReason::Left, OutReason::TimedOut, OutReason::Resigned] {
        let four = [
            out(why, 25, seat(0, 3)),
            seat(1, 1),
            out(OutReason::Left, 12, seat(3, 4)),
            seat(4, 2),
        ];
        assert_eq!(free(&four)[2], -50, "{why:?}");
    }
}

// Order of the steps.

fn farmed(farm: Farm, mode: Mode, seats: &[SeatResult]) -> Vec<Parts> {
    let result = GameResult {
        farm,
        ..game(mode, seats)
    };
    let scores = score(&result).unwrap();
    scores.iter().map(|score| score.parts).collect()
}

#[test]
fn the_factor_against_farming_takes_its_share_of_a_losers_gain_too() {
    // Level 1 loses to 25: -(25 - 24) + 2 x 9 = 17.
    let duel = [at(25, 10, seat(0, 1)), at(1, 9, seat(3, 2))];
    for (farm, taken) in [(Farm::Whole, 0), (Farm::Half, -9), (Farm::None, -17)] {
        let parts = Parts {
            placing: -1,
            encouragement: 18,
            cap: 0,
            farm: taken,
        };
        assert_eq!(farmed(farm, Mode::Duel, &duel)[1], parts, "{farm:?}");
    }
    // A loss stays whole.
    let duel = [seat(0, 1), at(10, 9, seat(3, 2))];
    for farm in [Farm::Half, Farm::None] {
        assert_eq!(farmed(farm, Mode::Duel, &duel)[1].total(), -25 + 9);
    }
}

#[test]
fn what_a_cap_took_the_factor_against_farming_does_not_take_again() {
    let early = settled(
        vec![seat(0, 1), at(10, 4, seat(3, 2))],
        17,
        Finality::Finish,
    );
    let resigned = [
        at(25, 0, seat(0, 1)),
        out(OutReason::Resigned, 30, at(1, 9, seat(3, 2))),
    ];
    let protected = [
        out(OutReason::Stalled, 25, seat(0, 3)),
        seat(1, 1),
        out(OutReason::Resigned, 22, at(10, 3, seat(3, 4))),
        seat(4, 2),
    ];
    for farm in [Farm::Half, Farm::None] {
        let won = Parts {
            placing: 25,
            encouragement: 0,
            cap: -25,
            farm: 0,
        };
        assert_eq!(farmed(farm, Mode::Duel, &early)[0], won);
        let gave_up = Parts {
            placing: -1,
            encouragement: 18,
            cap: -17,
            farm: 0,
        };
        assert_eq!(farmed(farm, Mode::Duel, &resigned)[1], gave_up);
        let faced = Parts {
            placing: -15,
            encouragement: 3,
            cap: 12,
            farm: 0,
        };
        assert_eq!(farmed(farm, Mode::Free, &protected)[2], faced);
    }
}

#[test]
fn half_of_an_odd_gain_is_rounded_toward_zero_for_a_team_mate_of_a_leaver() {
    let mut four = settled(teams([2, 1], 4), 20, Finality::Out);
    four[0] = out(OutReason::Left, 20, four[0]);
    four[2] = at(10, 5, four[2]);
    let totals: Vec<i32> = farmed(Farm::Half, Mode::Team, &four)
        .iter()
        .map(Parts::total)
        .collect();
    assert_eq!(totals, [-50, 15, 2, 15]);
}
