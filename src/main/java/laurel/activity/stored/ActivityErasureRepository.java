package laurel.activity.stored;

import jakarta.inject.Singleton;
import java.util.List;
import laurel.database.sql.Sql;
import laurel.request.erasure.ErasureSource;
import laurel.request.erasure.ErasureSubject;

/**
 * Erases events and tallies of a participant. Events with another party stay without what is personal, because its tallies are
 * derived from them, until that party is erased too.
 */
@Singleton
final class ActivityErasureRepository implements ErasureSource {
    private static final List<String> PEERS = List.of("activity_daily_peer", "activity_muted_peer");

    private static final String DELETE_SOME = """
            DELETE FROM <table> WHERE ctid = ANY (ARRAY(
                SELECT p.ctid FROM <table> AS p WHERE p.participant_id = :subject.participant LIMIT :most))
            """;

    private static final String DELETE_EVENTS = """
            WITH own AS MATERIALIZED (
                SELECT e.id, e.external_id
                FROM (SELECT a.id, a.external_id, a.peer_id AS other FROM activity_event AS a
                      WHERE a.actor_id = :subject.participant
                      UNION ALL
                      SELECT p.id, p.external_id, p.actor_id FROM activity_event AS p
                      WHERE p.peer_id = :subject.participant) AS e
                WHERE e.other IS NULL
                   OR EXISTS (SELECT FROM participant AS o WHERE o.id = e.other AND o.erased_at IS NOT NULL)
                LIMIT :most
            ), muted AS (
                DELETE FROM activity_muted_event WHERE event_id = ANY (ARRAY(SELECT o.id FROM own AS o))
            ), ids AS (
                DELETE FROM activity_id
                WHERE app_id = :subject.app AND external_id = ANY (ARRAY(SELECT o.external_id FROM own AS o))
            )
            DELETE FROM activity_event WHERE id = ANY (ARRAY(SELECT o.id FROM own AS o))
            """;

    /** The new external ID is one that no client can send. A peer without a group of its own does not keep that of the actor. */
    private static final String ANONYMIZE_EVENTS = """
            WITH shared AS MATERIALIZED (
                SELECT e.id, e.external_id, e.other
                FROM (SELECT a.id, a.external_id, a.peer_id AS other FROM activity_event AS a
                      WHERE a.actor_id = :subject.participant AND a.peer_id IS NOT NULL
                      UNION ALL
                      SELECT p.id, p.external_id, p.actor_id FROM activity_event AS p
                      WHERE p.peer_id = :subject.participant) AS e
                WHERE left(e.external_id, 1) <> chr(2)
                LIMIT :most
            ), ids AS (
                DELETE FROM activity_id
                WHERE app_id = :subject.app AND external_id = ANY (ARRAY(SELECT s.external_id FROM shared AS s))
            ), groups AS (
                UPDATE activity_group AS g SET external_id = chr(2) || o.id
                FROM (SELECT l.participant_id, s.id FROM shared AS s
                      JOIN activity_group AS l ON l.participant_id = s.other AND l.external_id = s.external_id
                      ORDER BY l.participant_id
                      FOR NO KEY UPDATE OF l) AS o
                WHERE g.participant_id = o.participant_id
            )
            UPDATE activity_event
            SET external_id = chr(2) || id, metadata = '{}',
                group_values = CASE WHEN actor_id = :subject.participant THEN '{}' ELSE group_values END,
                actor_time_zone = CASE WHEN actor_id <> :subject.participant THEN actor_time_zone END,
                peer_group_values = CASE WHEN peer_id <> :subject.participant THEN peer_group_values END,
                peer_time_zone = CASE WHEN peer_id <> :subject.participant THEN peer_time_zone END
            WHERE id = ANY (ARRAY(SELECT s.id FROM shared AS s))
            """;

    private final Sql sql;

    ActivityErasureRepository(Sql sql) {
        this.sql = sql;
    }

    @Override
    public List<String> tables() {
        return List.of("activity_group", "activity_daily_tally", "activity_muted_tally");
    }

    @Override
    public boolean eraseRows(ErasureSubject subject, int most) {
        boolean more = false;
        for (String table : PEERS) {
            more |= execute(DELETE_SOME.replace("<table>", table), subject, most) == most;
        }
        more |= execute(DELETE_EVENTS, subject, most) == most;
        more |= execute(ANONYMIZE_EVENTS, subject, most) == most;
        return more;
    }

    private int execute(String text, ErasureSubject subject, int most) {
        return sql.of(text).bind("subject", subject).bind("most", most).execute();
    }
}
