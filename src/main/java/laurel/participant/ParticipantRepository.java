package laurel.participant;

import static laurel.database.Columns.column;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.database.Json;
import laurel.database.Sql;
import laurel.database.Statement;

@Singleton
class ParticipantRepository {
    /**
     * In order of name, so that two batches that meet the same newcomers wait for each other instead of deadlocking.
     */
    private static final String MEET = """
            INSERT INTO participant (app_id, type, external_id, created_at)
            SELECT :app, newcomer.type, newcomer.external_id, :now
            FROM unnest(:types, :externalIds) AS newcomer (type, external_id)
            ORDER BY newcomer.type, newcomer.external_id
            ON CONFLICT (app_id, type, external_id) DO NOTHING
            """;
    /** Locks in order of id, for the same reason, and only the rows that change. */
    private static final String TELL = """
            WITH told AS MATERIALIZED (
                SELECT p.id,
                       coalesce(t.display_name, p.display_name) AS display_name,
                       coalesce(t.avatar_url, p.avatar_url) AS avatar_url,
                       coalesce(t.attributes, p.attributes) AS attributes,
                       coalesce(t.zone, p.zone) AS zone
                FROM unnest(:ids, :displayNames, :avatarUrls, :attributes, :zones)
                     AS t (id, display_name, avatar_url, attributes, zone)
                JOIN participant p ON p.id = t.id
                WHERE (p.display_name, p.avatar_url, p.attributes, p.zone) IS DISTINCT FROM
                      (coalesce(t.display_name, p.display_name), coalesce(t.avatar_url, p.avatar_url),
                       coalesce(t.attributes, p.attributes), coalesce(t.zone, p.zone))
                ORDER BY p.id
                FOR NO KEY UPDATE OF p
            )
            UPDATE participant p
            SET display_name = told.display_name, avatar_url = told.avatar_url,
                attributes = told.attributes, zone = told.zone
            FROM told
            WHERE p.id = told.id
            """;

    private static final String BY_REFS = """
            SELECT <columns>
            FROM unnest(:types, :externalIds) AS wanted (type, external_id)
            -- Lateral and with OFFSET, so that it is index look-ups whatever the planner believes of a new table.
            CROSS JOIN LATERAL (
                SELECT * FROM participant AS q
                WHERE q.app_id = :app AND q.type = wanted.type AND q.external_id = wanted.external_id
                OFFSET 0) AS p
            """;
    private static final String WHOLE = BY_REFS.replace("<columns>", "p.*");
    /** Every batch of scores asks for these, and for nothing else of its participants. */
    private static final String KNOWN = BY_REFS.replace("<columns>", "p.type, p.external_id, p.id");

    private static final String ZONES = "SELECT id, zone FROM participant WHERE id = ANY (:ids) AND zone IS NOT NULL";
    private static final String BY_IDS = "SELECT * FROM participant WHERE app_id = :app AND id = ANY (:ids)";

    private final Sql sql;

    ParticipantRepository(Sql sql) {
        this.sql = sql;
    }

    /** Makes those that are new; leaves the others as they are. */
    void meet(int app, Collection<ParticipantRef> refs, Instant now) {
        sql.of(MEET)
                .bind("app", app)
                .bind("now", now)
                .bindArray("types", String.class, column(refs, ParticipantRef::type))
                .bindArray("externalIds", String.class, column(refs, ParticipantRef::externalId))
                .execute();
    }

    /** Adds what the profiles say to the participants of these ids, which are in the same order. */
    void tell(List<Long> ids, List<Profile> profiles) {
        sql.of(TELL)
                .bindArray("ids", Long.class, ids)
                .bindArray("displayNames", String.class, column(profiles, Profile::displayName))
                .bindArray("avatarUrls", String.class, column(profiles, Profile::avatarUrl))
                .bindArray("attributes", Json.class, column(profiles, Profile::attributes))
                .bindArray("zones", String.class, column(profiles, Profile::zone))
                .execute();
    }

    List<Participant> byRefs(int app, Collection<ParticipantRef> refs) {
        return byRefs(WHOLE, app, refs).list(Participant.class);
    }

    /** The ids of those that there are. */
    Map<ParticipantRef, Long> known(int app, Collection<ParticipantRef> refs) {
        return byRefs(KNOWN, app, refs).list(Known.class).stream().collect(Collectors.toMap(Known::ref, Known::id));
    }

    /** A row of {@link #KNOWN}. */
    @Introspected
    record Known(ParticipantRef ref, long id) {}

    private Statement byRefs(String statement, int app, Collection<ParticipantRef> refs) {
        return sql.of(statement)
                .bind("app", app)
                .bindArray("types", String.class, column(refs, ParticipantRef::type))
                .bindArray("externalIds", String.class, column(refs, ParticipantRef::externalId));
    }

    List<Participant> byIds(int app, Collection<Long> ids) {
        return sql.of(BY_IDS).bind("app", app).bindArray("ids", Long.class, ids).list(Participant.class);
    }

    /** The zones of those that have one. */
    Map<Long, ZoneId> zones(Collection<Long> ids) {
        return sql.of(ZONES).bindArray("ids", Long.class, ids).list(Zoned.class).stream()
                .collect(Collectors.toMap(Zoned::id, Zoned::zone));
    }

    /** A row of {@link #ZONES}. */
    @Introspected
    record Zoned(long id, ZoneId zone) {}
}
