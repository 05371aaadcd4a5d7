package laurel.participant;

import static java.util.stream.Collectors.toMap;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import laurel.database.SqlRepository;

@JdbcRepository(dialect = Dialect.POSTGRES)
interface ParticipantRepository extends SqlRepository {
    /** Lateral and with OFFSET, so that it is index look-ups whatever the planner believes of a new table. */
    String BY_REFS = """
            FROM unnest(:refs.entityType, :refs.externalId) AS wanted (type, external_id)
            CROSS JOIN LATERAL (
                SELECT * FROM participant AS q
                WHERE q.app_id = :app AND q.type = wanted.type AND q.external_id = wanted.external_id
                OFFSET 0) AS p
            """;

    /**
     * Makes those that are new; leaves the others as they are. In order of name, so that two batches that meet the same newcomers
     * wait for each other instead of deadlocking.
     */
    @Query("""
            INSERT INTO participant (app_id, type, external_id, created_at)
            SELECT :app, newcomer.type, newcomer.external_id, :now
            FROM unnest(:refs.entityType, :refs.externalId) AS newcomer (type, external_id)
            ORDER BY newcomer.type, newcomer.external_id
            ON CONFLICT (app_id, type, external_id) DO NOTHING
            """)
    void meet(int app, Collection<ExternalParticipantId> refs, Instant now);

    /**
     * Adds what the profiles say to the participants of these ids. Locks only the rows that change, and in order of id, so that
     * two batches wait for each other instead of deadlocking.
     */
    @Query("""
            WITH changed AS MATERIALIZED (
                SELECT p.id,
                       coalesce(given.display_name, p.display_name) AS display_name,
                       coalesce(given.avatar_url, p.avatar_url) AS avatar_url,
                       coalesce(given.attributes, p.attributes) AS attributes,
                       coalesce(given.zone, p.zone) AS zone
                FROM unnest(:profiles.key, :profiles.value.displayName, :profiles.value.avatarUrl,
                            :profiles.value.metadata, :profiles.value.timeZone)
                     AS given (id, display_name, avatar_url, attributes, zone)
                JOIN participant p ON p.id = given.id
                WHERE (p.display_name, p.avatar_url, p.attributes, p.zone) IS DISTINCT FROM
                      (coalesce(given.display_name, p.display_name), coalesce(given.avatar_url, p.avatar_url),
                       coalesce(given.attributes, p.attributes), coalesce(given.zone, p.zone))
                ORDER BY p.id
                FOR NO KEY UPDATE OF p
            )
            UPDATE participant p
            SET display_name = changed.display_name, avatar_url = changed.avatar_url,
                attributes = changed.attributes, zone = changed.zone
            FROM changed
            WHERE p.id = changed.id
            """)
    void update(Map<Long, Profile> profiles);

    @Query("SELECT p.* " + BY_REFS)
    List<Participant> byRefs(int app, Collection<ExternalParticipantId> refs);

    /** Every batch of scores asks for these, and for nothing else of its participants. */
    @Query("SELECT p.type AS entity_type, p.external_id, p.id " + BY_REFS)
    List<Known> listKnown(int app, Collection<ExternalParticipantId> refs);

    /** The ids of those that there are. */
    default Map<ExternalParticipantId, Long> known(int app, Collection<ExternalParticipantId> refs) {
        return listKnown(app, refs).stream().collect(toMap(Known::ref, Known::id));
    }

    @Introspected
    record Known(ExternalParticipantId ref, long id) {}

    @Query("SELECT * FROM participant WHERE app_id = :app AND id = ANY (:ids)")
    List<Participant> byIds(int app, Collection<Long> ids);

    @Query("SELECT id, zone FROM participant WHERE id = ANY (:ids) AND zone IS NOT NULL")
    List<Zoned> listZones(Collection<Long> ids);

    /** The zones of those that have one. */
    default Map<Long, ZoneId> zones(Collection<Long> ids) {
        return listZones(ids).stream().collect(toMap(Zoned::id, Zoned::zone));
    }

    @Introspected
    record Zoned(long id, ZoneId zone) {}
}
