-- A rule may name the zones of 200 groups, which is more than a row of an index can hold.
ALTER TABLE day_rule DROP CONSTRAINT day_rule_app_id_rule_key;
CREATE UNIQUE INDEX day_rule_rule ON day_rule (app_id, md5(rule::text));
