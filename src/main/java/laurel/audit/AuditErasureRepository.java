package laurel.audit;

import jakarta.inject.Singleton;
import laurel.database.sql.Sql;
import laurel.request.erasure.ErasedName;
import laurel.request.erasure.ErasureSource;
import laurel.request.erasure.ErasureSubject;

/**
 * Erases the name and all personal values from records about a participant. The records stay: which act happened, when and by
 * which administrator. Of the changed row, they keep what it refers to, and no text.
 */
@Singleton
final class AuditErasureRepository implements ErasureSource {
    /** Records cannot be changed otherwise. */
    private static final String ALLOW = "SELECT set_config('laurel.erasure', :allowed, true)";

    private static final String FIELDS = """
            (SELECT coalesce(jsonb_object_agg(f.key, f.value), '{}') FROM jsonb_each(a.<row>) AS f
             WHERE f.key IN ('kind', 'leaderboardKey', 'windowName', 'badgeKey', 'period', 'streakKey', 'standings'))
            """;

    private static final String ERASE = """
            UPDATE audit_record AS a
            SET subject_key = replace(a.subject_key, :name, 'erased'),
                before = CASE WHEN a.before IS NOT NULL THEN <before> END,
                after = CASE WHEN a.after IS NOT NULL THEN <after> END
            WHERE a.app_id = :subject.app AND\s""".replace("<before>", FIELDS.replace("<row>", "before"))
            .replace("<after>", FIELDS.replace("<row>", "after"));

    /** Records of rows with an ID. */
    private static final String OF_ROWS = ERASE + """
            (a.subject_type, a.subject_id) IN (
                SELECT 'Participant', :subject.participant
                UNION ALL
                SELECT 'ParticipantRestriction', r.id FROM participant_restriction AS r
                WHERE r.participant_id = :subject.participant
                UNION ALL
                SELECT 'BadgeAward', b.id FROM badge_award AS b WHERE b.participant_id = :subject.participant
                UNION ALL
                SELECT 'ScoreSubmission', s.id FROM score_submission AS s
                WHERE s.participant_id = :subject.participant AND (s.removed_at IS NOT NULL OR s.decision IS NOT NULL))
            """;

    /** Records with the name, of rows that have no ID or are deleted. */
    private static final String OF_NAMES = ERASE + """
            a.subject_type IN ('ParticipantRestriction', 'BadgeAward', 'ScoreSubmission', 'EntryRemoval', 'StreakFreeze')
              AND coalesce(a.after, a.before) ->> 'participant' = :name
            """;

    /** Records of jobs that remove the entries of the participant keep the rest of their parameters. */
    private static final String OF_JOBS = """
            UPDATE audit_record AS a
            SET before = a.before #- '{parameters,reason}', after = a.after #- '{parameters,reason}'
            WHERE a.app_id = :subject.app AND a.subject_type = 'Job'
              AND coalesce(a.after, a.before) #> '{parameters,participantId}' = to_jsonb(:subject.participant::bigint)
            """;

    /** Why a dead letter could not be recorded may have the ID. */
    private static final String OF_DEAD_LETTERS = """
            UPDATE audit_record AS a SET before = a.before - 'reason', after = a.after - 'reason'
            WHERE a.app_id = :subject.app AND a.subject_type = 'DeadLetter'
              AND strpos(concat(a.before ->> 'reason', ' ', a.after ->> 'reason'), :externalId) > 0
            """;

    private final Sql sql;

    AuditErasureRepository(Sql sql) {
        this.sql = sql;
    }

    @Override
    public void eraseName(ErasureSubject subject, ErasedName name) {
        allow("on");
        for (String text : new String[] {OF_ROWS, OF_NAMES}) {
            sql.of(text).bind("subject", subject).bind("name", name.text()).execute();
        }
        sql.of(OF_JOBS).bind("subject", subject).execute();
        sql.of(OF_DEAD_LETTERS)
                .bind("subject", subject)
                .bind("externalId", name.externalId())
                .execute();
        allow("");
    }

    private void allow(String allowed) {
        sql.of(ALLOW).bind("allowed", allowed).list(String.class);
    }
}
