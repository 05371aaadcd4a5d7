package laurel.apikey;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import laurel.database.sql.Numbered;
import laurel.database.sql.SqlRepository;
import laurel.request.ListRequest;
import laurel.request.access.Role;
import org.jspecify.annotations.Nullable;

/** Stores, finds and lists API keys. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface ApiKeyRepository extends SqlRepository {
    String COLUMNS = """
            k.id, k.app_id, k.all_apps, k.role, k.name, k.public_id, k.created_at, k.created_by, k.rotated_at, k.expires_at,
            k.last_used_at, k.revoked_at
            """;

    /** Locks the app's keys against additions until the transaction ends. */
    @Query("SELECT count(pg_advisory_xact_lock(hashtext('apikey'), :app))")
    void lock(int app);

    /** Number of keys that are neither revoked nor expired. */
    @Query("""
            SELECT count(*)::integer FROM apikey AS k
            WHERE k.app_id = :app AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > :now)
            """)
    int countValid(int app, Instant now);

    @Query("""
            INSERT INTO apikey AS k (app_id, all_apps, role, name, public_id, digest, created_at, created_by, expires_at)
            VALUES (:app, :given.allApps, :given.role, :given.name, :publicId, :digest, :now, :creator, :given.expiresAt)
            RETURNING\s""" + COLUMNS)
    ApiKey insert(int app, ApiKeys.NewApiKey given, String publicId, byte[] digest, Instant now, String creator);

    /** Replaces the secret. The previous one stays valid until a time; null if it does not. */
    @Query("""
            UPDATE apikey AS k
            SET digest = :digest, rotated_at = :now, previous_until = :previousUntil,
                previous_digest = CASE WHEN :previousUntil::timestamptz IS NOT NULL THEN k.digest END
            WHERE k.id = :id RETURNING\s""" + COLUMNS)
    ApiKey rotate(long id, byte[] digest, @Nullable Instant previousUntil, Instant now);

    @Query("UPDATE apikey AS k SET revoked_at = :now WHERE k.id = :id RETURNING " + COLUMNS)
    ApiKey revoke(long id, Instant now);

    @Query("SELECT " + COLUMNS + " FROM apikey AS k WHERE k.app_id = :app AND k.id = :id FOR UPDATE")
    Optional<ApiKey> locked(int app, long id);

    @Query("SELECT " + COLUMNS + " FROM apikey AS k WHERE k.app_id = :app AND k.id = ANY (:ids)")
    List<ApiKey> byIds(int app, Collection<Long> ids);

    /** A key with what checks its secret. */
    @Introspected
    @SuppressWarnings("ArrayRecordComponent") // Never compared, except in constant time.
    record StoredKey(
            String publicId,
            String appKey,
            boolean allApps,
            Role role,
            String name,
            byte[] digest,
            byte @Nullable [] previousDigest,
            @Nullable Instant previousUntil,
            @Nullable Instant expiresAt) {}

    /** Finds a key that is not revoked. */
    @Query("""
            SELECT k.public_id, a.key AS app_key, k.all_apps, k.role, k.name, k.digest, k.previous_digest, k.previous_until,
                   k.expires_at
            FROM apikey AS k JOIN app AS a ON a.id = k.app_id
            WHERE k.public_id = :publicId AND k.revoked_at IS NULL
            """)
    Optional<StoredKey> byPublicId(String publicId);

    /** Sets when these keys were last used, unless they were used later. In order, so that nodes do not deadlock. */
    @Query("""
            UPDATE apikey AS k SET last_used_at = used.at
            FROM (SELECT k.id, input.at
                  FROM unnest(:uses.key, :uses.value) AS input (public_id, at)
                  JOIN apikey AS k USING (public_id)
                  WHERE k.last_used_at IS NULL OR k.last_used_at < input.at
                  ORDER BY k.id FOR UPDATE OF k) AS used
            WHERE k.id = used.id
            """)
    void setLastUsed(Map<String, Instant> uses);

    @Query("SELECT input.n, " + COLUMNS + """
            FROM unnest(:lists.filter, :lists.after, :lists.limit) WITH ORDINALITY AS input (with_all_apps, after, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM apikey AS l
                WHERE l.app_id = :app AND l.id < input.after AND (input.with_all_apps OR NOT l.all_apps)
                ORDER BY l.id DESC LIMIT input.size) AS k
            ORDER BY input.n, k.id DESC
            """)
    List<Numbered<ApiKey>> list(int app, List<ListRequest<Boolean, Long>> lists);

    /** Returns the keys of each list, newest first; lists without keys are absent. */
    default Map<ListRequest<Boolean, Long>, List<ApiKey>> listed(int app, List<ListRequest<Boolean, Long>> lists) {
        return Numbered.lists(lists, list(app, lists));
    }
}
