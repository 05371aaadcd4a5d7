-- Names and pictures are called the same everywhere.
ALTER TABLE participant RENAME COLUMN display_name TO name;
ALTER TABLE participant RENAME COLUMN avatar_url TO image_url;
