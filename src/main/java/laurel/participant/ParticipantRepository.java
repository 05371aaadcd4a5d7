package laurel.participant;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;
import laurel.group.GroupValues;
import laurel.group.Groups.MemberChange;
import laurel.participant.FoundParticipants.ExistingParticipant;
import laurel.request.ListRequest;
import org.jspecify.annotations.Nullable;

@JdbcRepository(dialect = Dialect.POSTGRES)
interface ParticipantRepository extends SqlRepository {
    /** LATERAL with OFFSET forces index look-ups, even if a new table has no statistics. */
    String BY_REFS = """
            FROM unnest(:refs.entityType, :refs.externalId) AS input (entity_type, external_id)
            CROSS JOIN LATERAL (
                SELECT * FROM participant AS q
                WHERE q.app_id = :app AND q.entity_type = input.entity_type AND q.external_id = input.external_id
                OFFSET 0) AS p
            """;

    /**
     * Creates those that do not exist, in order of ID, so that concurrent batches wait for each other instead of deadlocking.
     */
    @Query("""
            INSERT INTO participant (app_id, entity_type, external_id, created_at)
            SELECT :app, newcomer.entity_type, newcomer.external_id, :now
            FROM unnest(:refs.entityType, :refs.externalId) AS newcomer (entity_type, external_id)
            ORDER BY newcomer.entity_type, newcomer.external_id
            ON CONFLICT (app_id, entity_type, external_id) DO NOTHING
            """)
    void create(int app, Collection<ExternalParticipantId> refs, Instant now);

    /** Creates a participant; null if it exists. */
    @Query("""
            INSERT INTO participant (app_id, entity_type, external_id, name, image_url, metadata, time_zone, group_values,
                                     group_set_at, created_at)
            VALUES (:app, :given.ref.entityType, :given.ref.externalId, :given.name, :given.imageUrl,
                    coalesce(:given.metadata, '{}'::jsonb), :given.timeZone, coalesce(:given.group, '{}'::jsonb), :now, :now)
            ON CONFLICT (app_id, entity_type, external_id) DO NOTHING
            RETURNING *
            """)
    @Nullable
    Participant create(int app, ParticipantInput given, Instant now);

    /** A participant that was changed, and the group values of its own that it had before. */
    @Introspected
    record ChangedParticipant(Participant participant, GroupValues formerGroup) {}

    /** Changes a participant; null if it does not exist. */
    @Query("""
            WITH former AS MATERIALIZED (
                SELECT p.id, p.group_values AS former_group FROM participant AS p
                WHERE p.id = (
                    SELECT q.id FROM participant AS q
                    WHERE q.app_id = :app AND q.entity_type = :who.entityType AND q.external_id = :who.externalId
                    UNION ALL
                    SELECT q.id FROM participant AS q WHERE q.app_id = :app AND q.id = :who.id)
                  AND p.erased_at IS NULL
                FOR NO KEY UPDATE
            )
            UPDATE participant AS p
            SET name = CASE WHEN 'name' <> ALL (:given.cleared)
                                    THEN coalesce(:given.name, p.name) END,
                image_url = CASE WHEN 'imageUrl' <> ALL (:given.cleared) THEN coalesce(:given.imageUrl, p.image_url) END,
                metadata = CASE WHEN 'metadata' <> ALL (:given.cleared)
                                THEN coalesce(:given.metadata, p.metadata) ELSE '{}' END,
                time_zone = CASE WHEN 'timeZone' <> ALL (:given.cleared) THEN coalesce(:given.timeZone, p.time_zone) END,
                group_values = CASE WHEN 'group' <> ALL (:given.cleared)
                                    THEN coalesce(:given.group, p.group_values) ELSE '{}' END,
                group_set_at = CASE WHEN 'group' = ANY (:given.cleared) OR :given.group::jsonb IS NOT NULL
                                    THEN :now ELSE p.group_set_at END
            FROM former
            WHERE p.id = former.id
            RETURNING p.*, former.former_group
            """)
    @Nullable
    ChangedParticipant update(int app, ParticipantRef who, ParticipantUpdate given, Instant now);

    /**
     * Lateral, so that each list is read in the order of its index and ends with its page. IDs have no control characters:
     * appending U+0001 to an ID gives the position just behind it.
     */
    @Query("""
            SELECT input.n, p.*
            FROM unnest(:lists.filter.first.entityType, :lists.filter.first.externalId,
                        :lists.filter.last.entityType, :lists.filter.last.externalId,
                        :lists.after.entityType, :lists.after.externalId, :lists.limit) WITH ORDINALITY
                 AS input (first_type, first_id, last_type, last_id, after_type, after_id, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM participant AS q
                WHERE q.app_id = :app
                  AND (q.entity_type, q.external_id) >= (coalesce(input.after_type, input.first_type),
                                                       coalesce(input.after_id || chr(1), input.first_id))
                  AND (q.entity_type, q.external_id) <= (input.last_type, input.last_id) AND q.erased_at IS NULL
                ORDER BY q.entity_type, q.external_id
                LIMIT input.size) AS p
            ORDER BY input.n, p.entity_type, p.external_id
            """)
    List<Numbered<Participant>> list(int app, List<ListRequest<ParticipantFilter, ExternalParticipantId>> lists);

    /** Returns the participants of each list; lists without participants are absent. */
    default Map<ListRequest<ParticipantFilter, ExternalParticipantId>, List<Participant>> listed(
            int app, List<ListRequest<ParticipantFilter, ExternalParticipantId>> lists) {
        return Numbered.lists(lists, list(app, lists));
    }

    /**
     * Updates participants by ID from inputs, and returns the changes of their own group values. Locks only the rows that
     * change, in order of ID, so that concurrent batches wait for each other instead of deadlocking. Participants that were
     * erased meanwhile stay as they are.
     */
    @Query("""
            WITH changed AS MATERIALIZED (
                SELECT p.id, p.group_values AS former_group,
                       coalesce(given.name, p.name) AS name,
                       coalesce(given.image_url, p.image_url) AS image_url,
                       coalesce(given.metadata, p.metadata) AS metadata,
                       coalesce(given.time_zone, p.time_zone) AS time_zone,
                       coalesce(given.group_values, p.group_values) AS group_values,
                       CASE WHEN given.group_values IS NULL THEN p.group_set_at ELSE :now END AS group_set_at
                FROM unnest(:inputs.key, :inputs.value.name, :inputs.value.imageUrl,
                            :inputs.value.metadata, :inputs.value.timeZone, :inputs.value.group)
                     AS given (id, name, image_url, metadata, time_zone, group_values)
                JOIN participant p ON p.id = given.id
                WHERE p.erased_at IS NULL
                  AND (p.name, p.image_url, p.metadata, p.time_zone, p.group_values) IS DISTINCT FROM
                      (coalesce(given.name, p.name), coalesce(given.image_url, p.image_url),
                       coalesce(given.metadata, p.metadata), coalesce(given.time_zone, p.time_zone),
                       coalesce(given.group_values, p.group_values))
                ORDER BY p.id
                FOR NO KEY UPDATE OF p
            )
            UPDATE participant p
            SET name = changed.name, image_url = changed.image_url,
                metadata = changed.metadata, time_zone = changed.time_zone,
                group_values = changed.group_values, group_set_at = changed.group_set_at
            FROM changed
            WHERE p.id = changed.id
            RETURNING changed.former_group AS before, changed.group_values AS after
            """)
    List<MemberChange> update(Map<Long, ParticipantInput> inputs, Instant now);

    @Query("UPDATE participant SET pseudonym = :pseudonym WHERE app_id = :app AND id = :id AND erased_at IS NULL"
            + " RETURNING *")
    @Nullable
    Participant setPseudonym(int app, long id, @Nullable String pseudonym);

    /** Locks a participant against erasure. Returns false if it was erased. */
    @Query("""
            SELECT EXISTS (SELECT FROM (
                SELECT p.erased_at FROM participant AS p WHERE p.id = :participant FOR KEY SHARE) AS held
            WHERE held.erased_at IS NULL)
            """)
    boolean hold(long participant);

    @Query("SELECT * FROM participant WHERE app_id = :app AND id = :participant AND erased_at IS NULL FOR UPDATE")
    @Nullable
    Participant lockToErase(int app, long participant);

    /** The new external ID is one that no client can send, and that sorts before all others. */
    @Query("""
            UPDATE participant
            SET external_id = chr(2) || id, name = NULL, image_url = NULL, metadata = '{}', time_zone = NULL, pseudonym = NULL,
                group_values = '{}', group_set_at = '-infinity', created_at = 'epoch', erased_at = :now
            WHERE id = :participant
            """)
    void erase(long participant, Instant now);

    @Query("""
            SELECT EXISTS (
                SELECT FROM participant AS p
                WHERE p.app_id = :app AND p.entity_type = :entityType AND p.external_id >= :prefix
                  AND p.external_id < :prefix || chr(1114111) AND p.erased_at IS NULL)
            """)
    boolean isShared(int app, String entityType, String prefix);

    @Query("SELECT p.* " + BY_REFS)
    List<Participant> byRefs(int app, Collection<ExternalParticipantId> refs);

    /** Restrictions in force, and unfinished work, of these participants, in indexes that have no others. */
    String RESTRICTIONS = """
            SELECT one.participant_id,
                   coalesce(array_agg(one.leaderboard_id) FILTER (WHERE one.kind = 'BAN'), '{}') AS banned_on,
                   coalesce(array_agg(one.leaderboard_id) FILTER (WHERE one.kind IN ('HIDE', 'OPT_OUT')), '{}') AS hidden_on,
                   coalesce(array_agg(one.leaderboard_id) FILTER (WHERE one.kind = 'TASK'), '{}') AS unsettled_on
            FROM (
                SELECT r.participant_id, r.kind, coalesce(r.leaderboard_id, 0) AS leaderboard_id
                FROM participant_restriction AS r
                WHERE r.participant_id = ANY (ARRAY(SELECT p.id FROM p)) AND r.ended_at IS NULL
                UNION ALL
                SELECT t.participant_id, 'TASK', t.leaderboard_id FROM restriction_task AS t
                WHERE t.participant_id = ANY (ARRAY(SELECT p.id FROM p))) AS one
            GROUP BY one.participant_id
            """;

    /** For participants without restrictions, empty lists. */
    String RESTRICTED_ON = """
            coalesce(m.banned_on, '{}') AS banned_on, coalesce(m.hidden_on, '{}') AS hidden_on,
            coalesce(m.unsettled_on, '{}') AS unsettled_on
            FROM p LEFT JOIN (""" + RESTRICTIONS + ") AS m ON m.participant_id = p.id";

    /** Reads only what each batch of scores needs. Restrictions are read once for all, because most have none. */
    @Query("WITH p AS MATERIALIZED (SELECT p.entity_type, p.external_id, p.id, p.group_values " + BY_REFS + ")"
            + " SELECT p.*, " + RESTRICTED_ON)
    List<KnownParticipant> known(int app, Collection<ExternalParticipantId> refs);

    /** Reads only what each batch of events needs. */
    @Query("SELECT p.entity_type, p.external_id, p.id, p.group_values, p.time_zone " + BY_REFS)
    List<ExistingParticipant> existing(int app, Collection<ExternalParticipantId> refs);

    /** Returns where a participant is restricted. */
    @Query("WITH p AS (SELECT :participant::bigint AS id) SELECT " + RESTRICTED_ON)
    RestrictedOn restrictedOn(long participant);

    @Query("SELECT p.id FROM participant AS p WHERE p.app_id = :app AND p.id >= :from ORDER BY p.id LIMIT :limit")
    List<Long> ids(int app, long from, int limit);

    @Query("SELECT * FROM participant WHERE app_id = :app AND id = ANY (:ids) AND erased_at IS NULL")
    List<Participant> byIds(int app, Collection<Long> ids);
}
