-- A group that was deleted while a participant joined it was created again without that member when the member left.
UPDATE group_value AS g
SET member_count = (SELECT count(*) FROM participant AS p
                    WHERE p.app_id = g.app_id AND p.group_values ->> g.attribute = g.value)
WHERE g.member_count < 0;

ALTER TABLE group_value ADD CONSTRAINT group_value_member_count CHECK (member_count >= 0);
