use super::*;
use crate::rules::draughts;
use crate::rules::star::{Army, BlockedTarget, Checkpoint, Checkpoints, EndRule, Hop, RankBy};

fn qq(players: u8) -> Settings {
    Settings {
        players,
        ..Settings::default()
    }
}

fn with(players: u8, switches: Switches) -> Settings {
    Settings {
        switches,
        ..qq(players)
    }
}

fn teams(players: u8, switches: Switches) -> Settings {
    Settings {
        teams: true,
        ..with(players, switches)
    }
}

#[test]
fn what_is_off_is_not_on_the_wire() {
    let text = serde_json::to_string(&qq(2)).unwrap();
    assert_eq!(
        text,
        r#"{"preset":"qq","players":2,"turn_seconds":30,"rated":false,"private":false}"#
    );
    let changed = with(
        2,
        Switches {
            hop: Some(Hop::Long),
            checkpoints: Some(Checkpoints::default()),
            ..Switches::default()
        },
    );
    let text = serde_json::to_string(&changed).unwrap();
    assert!(
        text.contains(r#""switches":{"hop":"long","checkpoints":[]}"#),
        "{text}"
    );
    assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), changed);
}

#[test]
fn an_unrated_room_may_change_any_switch_and_a_rated_one_none() {
    let long = Switches {
        hop: Some(Hop::Long),
        end: Some(EndRule::Ask),
        ..Switches::default()
    };
    let mut settings = with(3, long);
    assert_eq!(settings.check(), Ok(()));
    let Rules::Star(rules) = settings.rules() else {
        panic!("a star game")
    };
    assert_eq!(rules.hop, Hop::Long);
    settings.rated = true;
    assert_eq!(settings.check(), Err(SettingsError::Rated));
}

#[test]
fn the_stall_rule_may_be_off_in_private_unrated_rooms() {
    let off = Switches {
        checkpoints: Some(Checkpoints::default()),
        ..Switches::default()
    };
    let mut settings = with(2, off);
    assert_eq!(settings.check(), Err(SettingsError::StallRule));
    settings.private = true;
    assert_eq!(settings.check(), Ok(()));
}

#[test]
fn marbles_and_seats_outside_the_table_are_refused() {
    for army in [Army::Thirteen, Army::Fifteen, Army::Nineteen] {
        for players in [2, 3, 4, 6] {
            let settings = with(
                players,
                Switches {
                    army: Some(army),
                    ..Switches::default()
                },
            );
            let fits = if army == Army::Thirteen {
                players == 4
            } else {
                players == 2
            };
            let expected = if fits {
                Ok(())
            } else {
                Err(SettingsError::Rules(SetupError::Army))
            };
            assert_eq!(settings.check(), expected, "{army:?} {players}");
        }
    }
    for players in [0, 1, 5, 7] {
        assert_eq!(qq(players).check(), Err(SettingsError::Players));
    }
}

#[test]
fn what_does_not_go_with_teams_is_refused_with_its_reason() {
    let plain = Switches::default;
    assert_eq!(teams(4, plain()).check(), Ok(()));
    assert_eq!(teams(6, plain()).check(), Ok(()));
    let reason = |error| Err(SettingsError::Rules(error));
    for players in [2, 3] {
        assert_eq!(
            teams(players, plain()).check(),
            reason(SetupError::TeamPlayers)
        );
    }
    for switches in [
        Switches {
            rank_by: Some(RankBy::Turns),
            ..plain()
        },
        Switches {
            end: Some(EndRule::Ask),
            ..plain()
        },
        Switches {
            blocked_target: Some(BlockedTarget::OccupiedCounts),
            ..plain()
        },
        Switches {
            blocked_target: Some(BlockedTarget::Swap),
            ..plain()
        },
    ] {
        assert_eq!(with(4, switches.clone()).check(), Ok(()), "{switches:?}");
        assert_eq!(teams(4, switches).check(), reason(SetupError::TeamSwitches));
    }
    let both = Switches {
        end: Some(EndRule::FirstWinner),
        rank_by: Some(RankBy::Turns),
        ..plain()
    };
    assert_eq!(
        with(4, both).check(),
        reason(SetupError::FirstWinnerByTurns)
    );
    let steep = Checkpoints::new(&[Checkpoint { turn: 5, away: 11 }]);
    let impossible = Switches {
        checkpoints: steep,
        ..plain()
    };
    assert_eq!(with(2, impossible).check(), reason(SetupError::Checkpoints));
}

#[test]
fn teams_and_items_go_with_the_presets_that_have_them() {
    for preset in star::Preset::ALL {
        for (teams, items) in [(true, false), (false, true)] {
            let settings = Settings {
                preset: preset.into(),
                teams,
                items,
                ..qq(4)
            };
            let has = matches!(preset, star::Preset::Qq | star::Preset::QqLong);
            let expected = if has {
                Ok(())
            } else {
                Err(SettingsError::Extras)
            };
            assert_eq!(settings.check(), expected, "{preset}");
            let rated = Settings {
                rated: true,
                ..settings
            };
            assert_eq!(rated.check().is_ok(), has);
        }
    }
}

#[test]
fn one_person_on_all_seats_needs_a_private_unrated_room() {
    let local = |private, rated| {
        let settings = Settings {
            local: true,
            private,
            rated,
            ..qq(2)
        };
        settings.check()
    };
    assert_eq!(local(true, false), Ok(()));
    assert_eq!(local(false, false), Err(SettingsError::Local));
    assert_eq!(local(true, true), Err(SettingsError::Local));
}

#[test]
fn the_seats_of_a_team_follow_from_the_turn_order() {
    let settings = teams(4, Switches::default());
    let of = |settings: &Settings| -> Vec<Option<Team>> {
        settings
            .seats()
            .iter()
            .map(|&seat| settings.team(seat))
            .collect()
    };
    let (a, b) = (Some(Team::A), Some(Team::B));
    assert_eq!(of(&settings), [a, b, a, b]);
    assert_eq!(settings.team(Seat::ALL[2]), None);
    assert_eq!(of(&qq(3)), [None; 3]);
}

#[test]
fn a_turn_has_10_to_300_seconds() {
    for preset in [
        Preset::Star(star::Preset::Qq),
        Preset::Draughts(draughts::Preset::Fmjd),
    ] {
        for (turn_seconds, fits) in [
            (0, false),
            (9, false),
            (10, true),
            (300, true),
            (301, false),
            (u16::MAX, false),
        ] {
            let settings = Settings {
                preset,
                turn_seconds,
                ..qq(2)
            };
            let expected = if fits {
                Ok(())
            } else {
                Err(SettingsError::TurnSeconds)
            };
            assert_eq!(settings.check(), expected, "{turn_seconds} s");
        }
    }
    let silent = r#"{"preset":"qq","players":2}"#;
    let settings: Settings = serde_json::from_str(silent).unwrap();
    assert_eq!((settings.turn_seconds, settings.turn_limit()), (30, 30_000));
}

#[test]
fn only_an_unrated_room_says_who_starts_and_only_somebody_who_plays() {
    let starts = |players, first: usize, rated| {
        let settings = Settings {
            first: Some(Seat::ALL[first]),
            rated,
            ..qq(players)
        };
        settings.check()
    };
    for first in 0..Seat::COUNT {
        let two = if matches!(first, 0 | 3) {
            Ok(())
        } else {
            Err(SettingsError::First)
        };
        assert_eq!(starts(2, first, false), two, "seat {first}");
        let three = if matches!(first, 0 | 2 | 4) {
            Ok(())
        } else {
            Err(SettingsError::First)
        };
        assert_eq!(starts(3, first, false), three, "seat {first}");
        assert_eq!(starts(6, first, false), Ok(()), "seat {first}");
        assert_eq!(starts(6, first, true), Err(SettingsError::Rated));
    }
}

#[test]
fn in_draughts_the_rule_set_says_who_starts() {
    for preset in draughts::Preset::ALL {
        for first in DRAUGHTS_SEATS {
            let settings = Settings {
                preset: Preset::Draughts(preset),
                first: Some(first),
                ..qq(2)
            };
            assert_eq!(settings.check(), Err(SettingsError::First), "{preset}");
        }
    }
}
