"""The SQL tables of an archive, step by step: each step upgrades them to the next version."""

from __future__ import annotations

from typing import Final

from leoni_replay.files.database import Kind

#: the maximum number of records in a block of the index of positions
BLOCK: Final = 4096
#: the parts in bytes of an entry of that index: a digest, a record in its block, a move
DIGEST_BYTES: Final = 8
ENTRY_BYTES: Final = 12

RECORDS: Final = """\
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
-- What is known of a record. Nothing is in here that was not verified, or it says so.
CREATE TABLE record (
    id INTEGER PRIMARY KEY,
    key BLOB NOT NULL UNIQUE,       -- 16 bytes of BLAKE2b of its text: a text is here once
    play BLOB,                      -- the same for the same play, however it is written; NULL if it is rejected
    source INTEGER NOT NULL REFERENCES source (id),
    number INTEGER NOT NULL,        -- of the game in its file
    book INTEGER REFERENCES book (id),
    deal TEXT,
    status TEXT NOT NULL CHECK (status IN ('verified', 'consistent', 'rejected')),
    result TEXT CHECK (result IN ('won', 'lost', '*')),     -- NULL if it is rejected
    code TEXT,                      -- of what makes it wrong
    moves INTEGER NOT NULL,         -- moves that were legal
    "left" INTEGER,                 -- cards not on the foundations at the end
    unknown INTEGER,                -- cards of a consistent record that stay unknown
    digest TEXT,                    -- of the last table
    weaves INTEGER NOT NULL,        -- exiles that were woven
    weave INTEGER NOT NULL,         -- cards that the longest weave lifted
    stalemates INTEGER NOT NULL,
    reversals INTEGER NOT NULL,
    redeals INTEGER NOT NULL,
    exiles INTEGER,                 -- the most exiles that were left at a redeal
    CHECK ((status = 'rejected') = (code IS NOT NULL)),
    CHECK ((status = 'rejected') = (play IS NULL))
) STRICT;
CREATE INDEX record_play ON record (play);
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
-- Records with their games, rule books and files.
CREATE VIEW game AS
    SELECT record.id, file, number, game, nullif(rules, '') AS rules, nullif(book.book, '') AS book, deal, status,
        result, code, moves, "left", unknown, digest, weaves, weave, stalemates, reversals, redeals, exiles, play
    FROM record JOIN source ON source.id = source LEFT JOIN book ON book.id = record.book;
"""

POSITIONS: Final = """\
-- The blocks of records whose positions can be looked up: block N is records 4096 N to 4096 N + 4095.
CREATE TABLE block (
    id INTEGER PRIMARY KEY,
    last INTEGER NOT NULL           -- the last record that is taken in so far
) STRICT;
-- The positions of a block whose digests begin with the same byte. An entry has 12 bytes, and they are in order:
-- 8 of the digest, 2 of the record (its number less 4096 N), 2 of the first move after which it stood (0: as dealt).
CREATE TABLE position (
    slice INTEGER NOT NULL,         -- the first byte of the digests
    block INTEGER NOT NULL REFERENCES block (id),
    entries BLOB NOT NULL,
    PRIMARY KEY (slice, block)
) STRICT, WITHOUT ROWID;
-- Whether positions are kept.
CREATE TABLE archive (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    positions INTEGER NOT NULL CHECK (positions IN (0, 1))
) STRICT;
INSERT INTO archive VALUES (1, 0);
"""

JUDGES: Final = """\
-- What judged records: the version of the program, and a hash of the sources that decide.
CREATE TABLE judge (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL UNIQUE
) STRICT;
DROP VIEW game;
CREATE TABLE judged (
    id INTEGER PRIMARY KEY,
    key BLOB NOT NULL UNIQUE,       -- 16 bytes of BLAKE2b of its text: a text is here once
    judge INTEGER REFERENCES judge (id),    -- who judged it; NULL if an earlier version did, which did not say so
    seal BLOB,                      -- 8 bytes of BLAKE2b of its verdict, its key and its judge
    record_digest TEXT,             -- of a verified record: the same for the same game, however it is written
    source INTEGER NOT NULL REFERENCES source (id),
    number INTEGER NOT NULL,        -- of the game in its file
    book INTEGER REFERENCES book (id),
    deal TEXT,
    status TEXT NOT NULL CHECK (status IN ('verified', 'consistent', 'rejected')),
    result TEXT CHECK (result IN ('won', 'lost', '*')),     -- NULL if it is rejected
    code TEXT,                      -- of what makes it wrong
    moves INTEGER NOT NULL,         -- moves that were legal
    legal_moves INTEGER,            -- moves that were still legal at the end of a lost game, reversals
    "left" INTEGER,                 -- cards not on the foundations at the end
    unknown INTEGER,                -- cards of a consistent record that stay unknown
    digest TEXT,                    -- of the last table
    weaves INTEGER NOT NULL,        -- exiles that were woven
    weave INTEGER NOT NULL,         -- cards that the longest weave lifted
    stalemates INTEGER NOT NULL,
    reversals INTEGER NOT NULL,
    redeals INTEGER NOT NULL,
    exiles INTEGER,                 -- the most exiles that were left at a redeal
    CHECK ((status = 'rejected') = (code IS NOT NULL)),
    CHECK (judge IS NULL OR (status = 'verified') = (record_digest IS NOT NULL)),
    CHECK (judge IS NULL OR (status = 'rejected') = (result IS NULL)),
    CHECK (judge IS NULL OR (status = 'consistent') = (unknown IS NOT NULL)),
    CHECK ((judge IS NULL) = (seal IS NULL))
) STRICT;
INSERT INTO judged SELECT id, key, NULL, NULL, NULL, source, number, book, deal, status, result, code, moves, NULL,
    "left", unknown, digest, weaves, weave, stalemates, reversals, redeals, exiles FROM record;
DROP TABLE record;
ALTER TABLE judged RENAME TO record;
CREATE INDEX record_same ON record (record_digest);
CREATE INDEX record_judge ON record (judge);
-- Records with their games, rule books, files and judges.
CREATE VIEW game AS
    SELECT record.id, file, number, game, nullif(rules, '') AS rules, nullif(book.book, '') AS book, deal, status,
        result, record.code, moves, legal_moves, "left", unknown, digest, weaves, weave, stalemates, reversals,
        redeals, exiles, record_digest, key, judge.code AS judge, seal
    FROM record JOIN source ON source.id = source LEFT JOIN book ON book.id = record.book
        LEFT JOIN judge ON judge.id = record.judge;
"""

ENDINGS: Final = """\
-- A game can be conceded, and have misplays and times.
DROP VIEW game;
CREATE TABLE ended (
    id INTEGER PRIMARY KEY,
    key BLOB NOT NULL UNIQUE,       -- 16 bytes of BLAKE2b of its text: a text is here once
    judge INTEGER REFERENCES judge (id),    -- who judged it; NULL if an earlier version did, which did not say so
    seal BLOB,                      -- 8 bytes of BLAKE2b of its verdict, its key and its judge
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
    CHECK ((status = 'rejected') = (code IS NOT NULL)),
    CHECK (judge IS NULL OR (status IN ('verified', 'irregular')) = (record_digest IS NOT NULL)),
    CHECK (judge IS NULL OR (status = 'rejected') = (result IS NULL)),
    CHECK (judge IS NULL OR (status = 'consistent') = (unknown IS NOT NULL)),
    CHECK ((judge IS NULL) = (seal IS NULL))
) STRICT;
INSERT INTO ended SELECT *, NULL FROM record;
DROP TABLE record;
ALTER TABLE ended RENAME TO record;
CREATE INDEX record_same ON record (record_digest);
CREATE INDEX record_judge ON record (judge);
-- Records with their games, rule books, files and judges.
CREATE VIEW game AS
    SELECT record.id, file, number, game, nullif(rules, '') AS rules, nullif(book.book, '') AS book, deal, status,
        result, record.code, moves, legal_moves, "left", unknown, digest, weaves, weave, stalemates, reversals,
        redeals, exiles, record_digest, seconds, key, judge.code AS judge, seal
    FROM record JOIN source ON source.id = source LEFT JOIN book ON book.id = record.book
        LEFT JOIN judge ON judge.id = record.judge;
"""

#: an archive: "leoa" as a number
ARCHIVE: Final = Kind("archive", "archive of `leoni archive`", 0x6C656F61, (RECORDS, POSITIONS, JUDGES, ENDINGS))
