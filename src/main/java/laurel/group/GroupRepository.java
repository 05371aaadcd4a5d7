package laurel.group;

import static java.util.stream.Collectors.toMap;

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
import laurel.group.AppGroup.GroupFilter;
import laurel.group.GroupTimeZones.AppAttribute;
import laurel.request.ListRequest;
import org.jspecify.annotations.Nullable;

/** Stores and lists groups of apps. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface GroupRepository extends SqlRepository {
    String COLUMNS =
            "g.id, g.attribute, g.value, g.name AS given_name, g.time_zone, g.member_count, g.version, g.created_at";

    /** Locks the app's groups against additions until the transaction ends. */
    @Query("SELECT count(pg_advisory_xact_lock(hashtext('group'), :app))")
    void lock(int app);

    /** Locks a group against changes, new members and new rankings until the transaction ends; null if there is none. */
    @Query("SELECT " + COLUMNS + "\n" + """
            FROM group_value AS g
            WHERE g.app_id = :app AND g.attribute = :group.attribute AND g.value = :group.value
            FOR UPDATE
            """)
    @Nullable
    AppGroup lock(int app, GroupValue group);

    /** LATERAL with OFFSET forces index look-ups, even if a new table has no statistics. */
    String MATCHING = """
            FROM unnest(:values.attribute, :values.value) AS input (attribute, value)
            CROSS JOIN LATERAL (
                SELECT * FROM group_value AS l
                WHERE l.app_id = :app AND l.attribute = input.attribute AND l.value = input.value
                OFFSET 0) AS g
            """;

    @Query("SELECT " + COLUMNS + " " + MATCHING)
    List<AppGroup> byValues(int app, Collection<GroupValue> values);

    /** Returns those of these values that exist. */
    @Query("SELECT g.attribute, g.value " + MATCHING)
    List<GroupValue> existing(int app, Collection<GroupValue> values);

    @Introspected
    record AttributeCount(String attribute, int count) {}

    @Query("""
            SELECT input.attribute, c.count
            FROM unnest(:attributes) AS input (attribute)
            CROSS JOIN LATERAL (
                SELECT count(*)::integer AS count FROM group_value AS l
                WHERE l.app_id = :app AND l.attribute = input.attribute) AS c
            """)
    List<AttributeCount> listCounts(int app, Collection<String> attributes);

    /** Returns the number of groups of each of these attributes. */
    default Map<String, Integer> counts(int app, Collection<String> attributes) {
        return listCounts(app, attributes).stream().collect(toMap(AttributeCount::attribute, AttributeCount::count));
    }

    /** Creates a group; null if it exists. */
    @Query("""
            INSERT INTO group_value AS g (app_id, attribute, value, name, time_zone, created_at)
            VALUES (:app, :given.group.attribute, :given.group.value, :given.name, :given.timeZone, :now)
            ON CONFLICT (app_id, attribute, value) DO NOTHING
            RETURNING\s""" + COLUMNS)
    @Nullable
    AppGroup insert(int app, GroupInput given, Instant now);

    /** Changes a group. */
    @Query("""
            UPDATE group_value AS g
            SET name = CASE WHEN 'name' <> ALL (:given.cleared) THEN coalesce(:given.name, g.name) END,
                time_zone = CASE WHEN 'timeZone' <> ALL (:given.cleared) THEN coalesce(:given.timeZone, g.time_zone) END,
                version = g.version + 1
            WHERE g.id = :id
            RETURNING\s""" + COLUMNS)
    AppGroup update(long id, GroupInput given);

    /** Locks the time zones of an attribute's groups, until the transaction ends. */
    @Query("""
            INSERT INTO group_attribute AS a (app_id, attribute) VALUES (:app, :attribute)
            ON CONFLICT (app_id, attribute) DO UPDATE SET version = a.version
            """)
    void lockTimeZones(int app, String attribute);

    /** Records that time zones of the attribute's groups have changed. The caller holds the lock. */
    @Query("UPDATE group_attribute SET version = version + 1 WHERE app_id = :app AND attribute = :attribute")
    void addTimeZoneVersion(int app, String attribute);

    /** The version of the time zones of an attribute's groups. */
    @Introspected
    record TimeZoneVersion(int appId, String attribute, int version) {}

    /** Returns the versions of these attributes; those of which no group has had a time zone are absent. */
    @Query("""
            SELECT a.app_id, a.attribute, a.version
            FROM unnest(:attributes.appId, :attributes.attribute) AS input (app_id, attribute)
            JOIN group_attribute AS a USING (app_id, attribute)
            """)
    List<TimeZoneVersion> versions(Collection<AppAttribute> attributes);

    /** The time zones of the groups of an attribute. */
    @Introspected
    record StoredTimeZones(int version, List<String> groups, List<String> timeZones) {}

    /** Returns the time zones of an attribute's groups. */
    @Query("""
            SELECT a.version, array_agg(g.value) AS groups, array_agg(g.time_zone) AS time_zones
            FROM group_attribute AS a
            JOIN group_value AS g USING (app_id, attribute)
            WHERE a.app_id = :app AND a.attribute = :attribute AND g.time_zone IS NOT NULL
            GROUP BY a.version
            """)
    @Nullable
    StoredTimeZones timeZones(int app, String attribute);

    @Query("DELETE FROM group_value WHERE id = :id")
    void delete(long id);

    /** Whether a ranking is of this group, or of one with further values; also of an expired window, until it is removed. */
    @Query("""
            SELECT count(*) > 0 FROM ranking AS r
            WHERE r.app_id = :app AND r.group_values <> '{}'
              AND r.group_values @> jsonb_build_object(:group.attribute::text, :group.value::text)
            """)
    boolean isRanked(int app, GroupValue group);

    /**
     * Changes the numbers of members, not below 0. Creates groups that do not exist and get members. In order of the groups, so
     * that concurrent transactions wait for each other instead of deadlocking.
     */
    @Query("""
            WITH input AS (
                SELECT d.*
                FROM unnest(:differences.key.attribute, :differences.key.value, :differences.value)
                     AS d (attribute, value, difference)
                ORDER BY d.attribute COLLATE "C", d.value COLLATE "C"
            ), existing AS (
                SELECT d.*, g.id FROM input AS d
                CROSS JOIN LATERAL (
                    SELECT l.id FROM group_value AS l
                    WHERE l.app_id = :app AND l.attribute = d.attribute AND l.value = d.value
                    FOR NO KEY UPDATE) AS g
            ), counted AS (
                UPDATE group_value AS g SET member_count = greatest(g.member_count + e.difference, 0)
                FROM existing AS e WHERE e.id = g.id
            )
            INSERT INTO group_value AS g (app_id, attribute, value, member_count, created_at)
            SELECT :app, d.attribute, d.value, d.difference, :now FROM input AS d
            WHERE d.difference > 0
              AND NOT EXISTS (SELECT FROM existing AS e WHERE e.attribute = d.attribute AND e.value = d.value)
            ORDER BY d.attribute COLLATE "C", d.value COLLATE "C"
            ON CONFLICT (app_id, attribute, value) DO UPDATE SET member_count = g.member_count + excluded.member_count
            """)
    void addMembers(int app, Map<GroupValue, Integer> differences, Instant now);

    @Query("SELECT " + COLUMNS + " FROM group_value AS g WHERE g.app_id = :app AND g.id = ANY (:ids)")
    List<AppGroup> byIds(int app, Collection<Long> ids);

    @Query("SELECT input.n, " + COLUMNS + "\n" + """
            FROM unnest(:lists.filter.attribute, :lists.filter.valuePrefix, :lists.after, :lists.limit) WITH ORDINALITY
                 AS input (attribute, prefix, after, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM group_value AS l
                WHERE l.app_id = :app AND l.attribute = input.attribute AND l.value > input.after
                  AND l.value >= input.prefix AND starts_with(l.value, input.prefix)
                ORDER BY l.value
                LIMIT input.size) AS g
            ORDER BY input.n, g.value
            """)
    List<Numbered<AppGroup>> list(int app, List<ListRequest<GroupFilter, String>> lists);

    /** Returns the groups of each list; lists without groups are absent. */
    default Map<ListRequest<GroupFilter, String>, List<AppGroup>> listed(
            int app, List<ListRequest<GroupFilter, String>> lists) {
        return Numbered.lists(lists, list(app, lists));
    }
}
