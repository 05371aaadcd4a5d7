-- Signs the tokens of players. A random UUID has 122 random bits.
INSERT INTO secret (purpose, key)
VALUES ('player-token', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
