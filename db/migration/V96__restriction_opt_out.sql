-- A participant's own choice to be in no ranking.
ALTER TABLE participant_restriction
    DROP CONSTRAINT participant_restriction_kind_check,
    ADD CONSTRAINT participant_restriction_kind_check CHECK (kind IN ('BAN', 'HIDE', 'OPT_OUT'));
