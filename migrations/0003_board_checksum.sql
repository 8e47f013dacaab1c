-- A checksum over each row of the board table. nqdb signs the rows as part of this migration.
ALTER TABLE board ADD COLUMN checksum BLOB NOT NULL DEFAULT X''; -- XXH3-64 of the row
