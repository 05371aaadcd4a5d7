package laurel.job;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.database.sql.Json;
import laurel.database.sql.Sql;
import laurel.job.Job.JobFilter;
import laurel.request.ErrorCode;
import laurel.request.ListRequest;
import laurel.request.RefusedException;

/** Stores jobs, cancels and finds them. {@link JobRunner} does them. */
@Singleton
public class Jobs {
    private static final List<JobKind> CANCELLABLE =
            Stream.of(JobKind.values()).filter(JobKind::cancellable).toList();

    private final Sql sql;
    private final JobRepository repository;
    private final JobJson texts;
    private final int max;

    /** @param max jobs of an app that are not finished */
    Jobs(Sql sql, JobRepository repository, JobJson texts, @Value("${laurel.limits.jobs:100}") int max) {
        this.sql = sql;
        this.repository = repository;
        this.texts = texts;
        this.max = max;
    }

    /** Stores a job with the parameters that {@link JobWork} of this kind takes. Refuses LIMIT_REACHED. */
    public Job add(int app, JobKind kind, Object parameters, Instant now) {
        return add(app, kind, texts.write(parameters), now);
    }

    /** The unfinished job of this kind with these parameters; it is stored if there is none. Refuses LIMIT_REACHED. */
    public Job addOrFind(int app, JobKind kind, Object parameters, Instant now) {
        Json json = texts.write(parameters);
        return repository.unfinished(app, kind, json).orElseGet(() -> add(app, kind, json, now));
    }

    /** The unfinished job of this kind with these parameters; empty if there is none. */
    public Optional<Job> find(int app, JobKind kind, Object parameters) {
        return repository.unfinished(app, kind, texts.write(parameters));
    }

    /** Stores a job in the caller's transaction, after which it runs. Refuses LIMIT_REACHED. */
    public Job addWithin(int app, JobKind kind, Object parameters, Instant now) {
        return insert(app, kind, texts.write(parameters), now);
    }

    private Job add(int app, JobKind kind, Json parameters, Instant now) {
        return sql.inTransaction(() -> insert(app, kind, parameters, now));
    }

    private Job insert(int app, JobKind kind, Json parameters, Instant now) {
        repository.lock(app);
        if (repository.unfinished(app) >= max) {
            throw RefusedException.limit(
                    ErrorCode.LIMIT_REACHED, max, "The app has " + max + " unfinished jobs, which is the maximum.");
        }
        return repository.insert(app, kind, parameters, now);
    }

    /**
     * Cancels a job: no further part of it begins. One that was cancelled before stays as it is. Refuses JOB_NOT_FOUND,
     * JOB_NOT_CANCELLABLE and JOB_FINISHED.
     */
    public Job cancel(int app, long id, Instant now) {
        boolean cancelled = repository.cancel(app, id, CANCELLABLE, now) > 0;
        Job job = repository.byIds(app, List.of(id)).stream().findFirst().orElseThrow(Jobs::unknown);
        if (!job.kind().cancellable()) {
            throw new RefusedException(
                    ErrorCode.JOB_NOT_CANCELLABLE, "Jobs of the kind " + job.kind() + " cannot be cancelled.", "jobId");
        }
        if (!cancelled && job.state() != JobState.CANCELLED) {
            throw new RefusedException(
                    ErrorCode.JOB_FINISHED, "The job has finished: its state is " + job.state() + ".", "jobId");
        }
        return job;
    }

    /** The jobs of these ids, by id; unknown ids and those of other apps are absent. */
    public Map<Long, Job> byIds(int app, Collection<Long> ids) {
        return repository.byIds(app, ids).stream().collect(Collectors.toMap(Job::id, Function.identity()));
    }

    /** The jobs of each of these lists, newest first; lists without jobs are absent. */
    public Map<ListRequest<JobFilter, Long>, List<Job>> listed(int app, Set<ListRequest<JobFilter, Long>> lists) {
        return repository.listed(app, List.copyOf(lists));
    }

    public static RefusedException unknown() {
        return new RefusedException(ErrorCode.JOB_NOT_FOUND, "No job has this ID.", "jobId");
    }
}
