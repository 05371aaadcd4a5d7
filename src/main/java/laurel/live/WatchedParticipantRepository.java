package laurel.live;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.List;
import java.util.Map;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;
import laurel.participant.ParticipantRef;

@JdbcRepository(dialect = Dialect.POSTGRES)
interface WatchedParticipantRepository extends SqlRepository {
    /** A participant of an app that subscribers watch. */
    record WatchedParticipant(int app, ParticipantRef participant) {}

    /** LATERAL with OFFSET forces index lookups, even if the planner has no statistics of a new table. */
    @Query("""
            SELECT input.n, p.id AS value
            FROM unnest(:watched.app, :watched.participant.id, :watched.participant.entityType,
                        :watched.participant.externalId, :watched.participant.seesPseudonymous) WITH ORDINALITY
                 AS input (app_id, participant, entity_type, external_id, sees_pseudonymous, n)
            CROSS JOIN LATERAL (
                SELECT * FROM participant AS q
                WHERE q.app_id = input.app_id AND q.entity_type = input.entity_type AND q.external_id = input.external_id
                  AND (input.sees_pseudonymous OR q.pseudonym IS NULL)
                UNION ALL
                SELECT * FROM participant AS q WHERE q.id = input.participant AND q.app_id = input.app_id AND q.erased_at IS NULL
                OFFSET 0) AS p
            """)
    List<Numbered<Long>> list(List<WatchedParticipant> watched);

    /** The ids of the participants that exist. */
    default Map<WatchedParticipant, Long> ids(List<WatchedParticipant> watched) {
        return Numbered.map(watched, list(watched));
    }

    /** From here on the transaction waits only shortly for a lock: other rankings wait for this one. */
    @Query("SET LOCAL lock_timeout = '250ms'")
    void limitLockWait();
}
