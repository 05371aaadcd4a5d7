-- What people call an app. An app of before this is called by its key, as one that is made without a name is.
ALTER TABLE app ADD COLUMN name text;

UPDATE app SET name = key;

ALTER TABLE app ALTER COLUMN name SET NOT NULL;
