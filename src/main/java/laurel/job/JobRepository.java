package laurel.job;

import io.micronaut.core.annotation.Introspected;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import laurel.database.sql.Json;
import laurel.database.sql.Numbered;
import laurel.database.sql.Sql;
import laurel.database.sql.SqlRepository;
import laurel.job.Job.JobError;
import laurel.job.Job.JobFilter;
import laurel.request.ListRequest;
import org.jspecify.annotations.Nullable;

/** Stores jobs. */
@JdbcRepository(dialect = Dialect.POSTGRES)
public abstract class JobRepository implements SqlRepository {
    /** The transaction of a part waits while its work uses other connections. */
    private static final String WAIT = "SET LOCAL idle_in_transaction_session_timeout = 0";

    private final Sql sql;

    JobRepository(Sql sql) {
        this.sql = sql;
    }

    /** Locks the jobs of an app, so that the number of unfinished jobs is checked and changed atomically. */
    @Query("SELECT count(pg_advisory_xact_lock(hashtext('jobs'), :app))")
    abstract void lock(int app);

    @Query("SELECT count(*) FROM job WHERE app_id = :app AND finished_at IS NULL")
    abstract int unfinished(int app);

    @Query("""
            INSERT INTO job (app_id, kind, state, parameters, failures, created_at)
            VALUES (:app, :kind, 'QUEUED', :parameters, 0, :now)
            RETURNING *
            """)
    abstract Job insert(int app, JobKind kind, Json parameters, Instant now);

    @Query("""
            SELECT * FROM job WHERE app_id = :app AND kind = :kind AND parameters = :parameters AND finished_at IS NULL
            ORDER BY id LIMIT 1
            """)
    abstract Optional<Job> unfinished(int app, JobKind kind, Json parameters);

    @Query("SELECT * FROM job WHERE app_id = :app AND id = ANY (:ids)")
    abstract List<Job> byIds(int app, Collection<Long> ids);

    @Query("""
            SELECT input.n, j.*
            FROM unnest(:lists.filter.kind, :lists.filter.state, :lists.after, :lists.limit) WITH ORDINALITY
                 AS input (kind, state, before, size, n)
            CROSS JOIN LATERAL (
                SELECT * FROM job AS l
                WHERE l.app_id = :app AND l.id < input.before AND (input.kind IS NULL OR l.kind = input.kind)
                  AND (input.state IS NULL OR l.state = input.state)
                ORDER BY l.id DESC
                LIMIT input.size) AS j
            ORDER BY input.n, j.id DESC
            """)
    abstract List<Numbered<Job>> list(int app, List<ListRequest<JobFilter, Long>> lists);

    /** Returns the jobs of each list; lists without jobs are absent. */
    Map<ListRequest<JobFilter, Long>, List<Job>> listed(int app, List<ListRequest<JobFilter, Long>> lists) {
        return Numbered.lists(lists, list(app, lists));
    }

    /** Cancels a job that is not finished and of one of these kinds; 0 if there is none. */
    @Query("""
            UPDATE job SET state = 'CANCELLED', finished_at = :now, continuation = NULL
            WHERE app_id = :app AND id = :id AND finished_at IS NULL AND kind = ANY (:kinds)
            """)
    abstract int cancel(int app, long id, Collection<JobKind> kinds, Instant now);

    /** A job that is not finished. */
    @Introspected
    record Unfinished(long id, JobKind kind) {}

    /** Returns all unfinished jobs, oldest first. */
    @Query("SELECT id, kind FROM job WHERE finished_at IS NULL ORDER BY id")
    abstract List<Unfinished> unfinished();

    /** Locks a job until the transaction ends, which has no timeout. Returns false if another node runs a part of it. */
    boolean claim(long id) {
        sql.execute(WAIT);
        return tryLock(id);
    }

    @Query("SELECT pg_try_advisory_xact_lock(hashtext('job'), (:id & 2147483647)::integer)")
    abstract boolean tryLock(long id);

    @Query("SELECT * FROM job WHERE id = :id AND finished_at IS NULL")
    abstract Optional<Job> unfinished(long id);

    @Query("UPDATE job SET state = 'RUNNING', started_at = :now WHERE id = :id AND state = 'QUEUED'")
    abstract void start(long id, Instant now);

    /** Stores the result of a part. A job that was cancelled meanwhile stays cancelled and gets the result. */
    @Query("""
            UPDATE job
            SET result = :result, progress = :progress, failures = 0,
                continuation = CASE WHEN state <> 'CANCELLED' THEN :continuation::jsonb END,
                state = CASE state WHEN 'CANCELLED' THEN state ELSE :state END,
                finished_at = CASE state WHEN 'CANCELLED' THEN finished_at ELSE :finishedAt::timestamptz END
            WHERE id = :id
            """)
    abstract void advance(
            long id,
            JobState state,
            @Nullable Json continuation,
            Json result,
            @Nullable Double progress,
            @Nullable Instant finishedAt);

    @Query("""
            UPDATE job SET state = 'FAILED', error = :error, finished_at = :now, continuation = NULL
            WHERE id = :id AND finished_at IS NULL
            """)
    abstract void fail(long id, JobError error, Instant now);

    /** Counts a failure and returns the number of failures since the last completed part. */
    @Query("UPDATE job SET failures = least(failures + 1, 32767) WHERE id = :id RETURNING failures")
    abstract int countFailure(long id);

    /** Deletes some jobs that finished before an instant. */
    @Query("""
            DELETE FROM job WHERE id IN (
                SELECT id FROM job WHERE finished_at < :before ORDER BY finished_at LIMIT :max FOR UPDATE SKIP LOCKED)
            """)
    abstract int sweep(Instant before, int max);
}
