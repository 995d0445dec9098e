-- Draughts: the opponent's pieces that a seat took.
ALTER TABLE game_seat ADD COLUMN taken BIGINT NOT NULL DEFAULT 0;
