"""The SQL tables of an archive."""

from __future__ import annotations

from typing import Final

from leoni_replay.files.database import Kind

_TABLES: Final = """\
-- The files that records were read from.
CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    file TEXT NOT NULL UNIQUE
) STRICT;
-- The games and rule books of records; of a rejected record they may be none that there are.
CREATE TABLE book (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    rules TEXT NOT NULL,            -- the rule book, with what overrides it; empty if there is none
    book TEXT NOT NULL,             -- the rule book alone
    UNIQUE (game, rules)
) STRICT;
-- What judged records: the version of the program, and a hash of the sources that decide.
CREATE TABLE judge (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL UNIQUE
) STRICT;
-- What is known of a record. Nothing is in here that was not verified, or it says so.
CREATE TABLE record (
    id INTEGER PRIMARY KEY,
    key BLOB NOT NULL UNIQUE,       -- 16 bytes of BLAKE2b of its text: a text is here once
    judge INTEGER NOT NULL REFERENCES judge (id),
    record_digest TEXT,             -- of a verified or irregular record: the same for the same game
    source INTEGER NOT NULL REFERENCES source (id),
    number INTEGER NOT NULL,        -- of the game in its file
    book INTEGER REFERENCES book (id),
    deal TEXT,
    status TEXT NOT NULL CHECK (status IN ('verified', 'consistent', 'irregular', 'rejected')),
    result TEXT CHECK (result IN ('won', 'lost', 'conceded', '*')),     -- NULL if it is rejected
    code TEXT,                      -- of what makes it wrong
    moves INTEGER NOT NULL,         -- moves that were legal
    legal_moves INTEGER,            -- moves still legal at the end of a lost or conceded game
    "left" INTEGER,                 -- cards not on the foundations at the end
    unknown INTEGER,                -- cards of a consistent record that stay unknown
    digest TEXT,                    -- of the last table
    weaves INTEGER NOT NULL,        -- exiles that were woven
    weave INTEGER NOT NULL,         -- cards that the longest weave lifted
    stalemates INTEGER NOT NULL,
    reversals INTEGER NOT NULL,
    redeals INTEGER NOT NULL,
    exiles INTEGER,                 -- the most exiles that were left at a redeal
    seconds INTEGER,                -- how long the game took: the last time in the record
    label TEXT NOT NULL,            -- the status in a word for people: doubtful if the layout is
    indexed INTEGER NOT NULL DEFAULT 0,     -- whether its positions are in the table position
    CHECK ((status = 'rejected') = (code IS NOT NULL)),
    CHECK ((status IN ('verified', 'irregular')) = (record_digest IS NOT NULL)),
    CHECK ((status = 'rejected') = (result IS NULL)),
    CHECK ((status = 'consistent') = (unknown IS NOT NULL))
) STRICT;
CREATE INDEX record_same ON record (record_digest);
CREATE INDEX record_judge ON record (judge);
CREATE INDEX record_behind ON record (id) WHERE NOT indexed;
-- The texts of records, as they were written.
CREATE TABLE written (
    record INTEGER PRIMARY KEY REFERENCES record (id),
    text TEXT NOT NULL
) STRICT;
-- The tags of records that are free text (Player, Date …), in their order.
CREATE TABLE tag (
    record INTEGER NOT NULL REFERENCES record (id),
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (record, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX tag_value ON tag (name, value);
-- Records with their games, rule books, files and judges.
CREATE VIEW game AS
    SELECT record.id, file, number, game, nullif(rules, '') AS rules, nullif(book.book, '') AS book, deal, status,
        result, record.code, moves, legal_moves, "left", unknown, digest, weaves, weave, stalemates, reversals,
        redeals, exiles, record_digest, seconds, label, key, judge.code AS judge, indexed
    FROM record JOIN source ON source.id = source LEFT JOIN book ON book.id = record.book
        JOIN judge ON judge.id = record.judge;
"""

#: the index of positions, made when it is first asked for
POSITIONS: Final = """\
-- The positions of records, with the first move after which each stood (0: as dealt).
CREATE TABLE IF NOT EXISTS position (
    digest INTEGER NOT NULL,        -- its 16 digits as a number with a sign
    record INTEGER NOT NULL REFERENCES record (id),
    move INTEGER NOT NULL,
    PRIMARY KEY (digest, record)
) STRICT, WITHOUT ROWID;
"""

#: an archive: "leoa" as a number
ARCHIVE: Final = Kind("archive", "archive of `leoni archive`", 0x6C656F61, _TABLES, version=2)
