-- What others see instead of the name of a participant, while they do not see its ID, picture and metadata. Null if it has none.
ALTER TABLE participant ADD COLUMN pseudonym text;
