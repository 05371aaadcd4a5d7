-- Keys that the database makes for itself, so that all nodes of the service, and a restored backup, have the same.
CREATE TABLE secret (
    purpose text  PRIMARY KEY,
    key     bytea NOT NULL CHECK (octet_length(key) = 32)
);

-- Of IDs: see src/docs/decisions/ids.md. A random UUID has 122 random bits.
INSERT INTO secret (purpose, key)
VALUES ('node-id', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
