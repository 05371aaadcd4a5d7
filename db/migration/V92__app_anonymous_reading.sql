-- Whether callers without credentials may read what is public in the app.
ALTER TABLE app ADD COLUMN anonymous_reading boolean NOT NULL DEFAULT false;
