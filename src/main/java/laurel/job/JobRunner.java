package laurel.job;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.Periodic;
import laurel.PeriodicJobs;
import laurel.Serving;
import laurel.database.ClockDrift;
import laurel.database.connection.Outage;
import laurel.database.partition.PartitionRetry;
import laurel.database.sql.Json;
import laurel.database.sql.NoTimeout;
import laurel.database.sql.Sql;
import laurel.job.Job.JobError;
import laurel.job.JobRepository.Unfinished;
import laurel.job.JobWork.Part;
import laurel.job.JobWork.Step;
import laurel.job.JobWork.Types;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs jobs part by part, in turns, and deletes old ones. */
@Singleton
@Serving
public class JobRunner {
    /** A job that may be cancelled fails after this number of failures of one part. */
    static final int MAX_FAILURES = 5;

    private static final Logger LOG = LoggerFactory.getLogger(JobRunner.class);

    private static final int SWEPT_AT_ONCE = 1_000;

    private final Map<JobKind, JobWork<?, ?, ?>> works;
    private final Sql sql;
    private final JobRepository repository;
    private final JobJson texts;
    private final PeriodicJobs background;
    private final Clock clock;
    private final ClockDrift drift;
    private final Duration every;
    private final Duration keep;
    private final AtomicInteger left = new AtomicInteger();

    /**
     * @param every how often to look for jobs, and when to try a part again that has failed
     * @param keep  how long a job is kept after it has finished
     */
    JobRunner(
            List<JobWork<?, ?, ?>> works,
            Sql sql,
            JobRepository repository,
            JobJson texts,
            PeriodicJobs background,
            Clock clock,
            ClockDrift drift,
            MeterRegistry meters,
            @Value("${laurel.jobs.every:1s}") Duration every,
            @Value("${laurel.jobs.retention:7d}") Duration keep) {
        this.works = works.stream().collect(Collectors.toMap(JobWork::kind, Function.identity()));
        this.sql = sql;
        this.repository = repository;
        this.texts = texts;
        this.background = background;
        this.clock = clock;
        this.drift = drift;
        this.every = every;
        this.keep = keep;
        Gauge.builder("laurel.jobs.unfinished", left, AtomicInteger::get)
                .description("Jobs that are queued or running, in all apps")
                .register(meters);
    }

    @Periodic(value = "run parts of jobs", every = "laurel.jobs.every:1s")
    void run() {
        drain();
    }

    @Periodic(value = "remove finished jobs after their retention", every = "laurel.sweep.every:60s")
    void runSweep() {
        if (drift.agrees()) {
            sweep(clock.instant());
        }
    }

    /** Deletes jobs past their retention. */
    void sweep(Instant now) {
        int removed = SWEPT_AT_ONCE;
        while (removed == SWEPT_AT_ONCE) {
            removed = repository.sweep(now.minus(keep), SWEPT_AT_ONCE);
        }
    }

    /**
     * Runs jobs until only those are left that other nodes run, that have just failed or that wait, or until the service stops.
     * Other jobs may take hours, so these are tried again meanwhile.
     */
    public void drain() {
        Set<Long> later = new HashSet<>();
        long began = System.nanoTime();
        boolean more = true;
        while (more) {
            if (System.nanoTime() - began > every.toNanos()) {
                later.clear();
                began = System.nanoTime();
            }
            more = round(later);
        }
    }

    /** Runs one part of each job. Returns whether there was one. */
    private boolean round(Set<Long> later) {
        boolean done = false;
        try {
            List<Unfinished> unfinished = repository.unfinished();
            left.set(unfinished.size());
            for (Unfinished job : unfinished) {
                done |= !background.stopping() && !later.contains(job.id()) && part(job, later);
            }
        } catch (RuntimeException e) {
            LOG.warn("Could not look for jobs; the next run tries again", e);
        }
        return done;
    }

    private boolean part(Unfinished job, Set<Long> later) {
        Instant now = clock.instant();
        long id = job.id();
        try {
            work(job.kind()).prepare(now);
            return PartitionRetry.inTransaction(sql, () -> repository.claim(id) && claimed(id, later, now));
        } catch (RefusedException e) {
            repository.fail(id, JobError.of(e.refusal()), now);
            return true;
        } catch (RuntimeException | Error e) {
            later.add(id);
            LOG.warn("A part of job {} failed; the next run tries again", id, e);
            if (!Outage.isOne(e)) {
                failed(id, now);
            }
            return false;
        }
    }

    private void failed(long id, Instant now) {
        boolean many = repository.countFailure(id) >= MAX_FAILURES;
        if (many && repository.unfinished(id).filter(Job::cancellable).isPresent()) {
            String message = "The job failed " + MAX_FAILURES + " times in a row; the service's log has the details.";
            repository.fail(id, new JobError(ErrorCode.JOB_FAILED, message, List.of()), now);
        }
    }

    /** A separate statement after the claim, so that it sees what the previous part has committed. */
    private boolean claimed(long id, Set<Long> later, Instant now) {
        Optional<Job> found = repository.unfinished(id);
        found.ifPresent(job -> {
            if (job.state() == JobState.QUEUED) {
                sql.useTransaction(() -> repository.start(id, now));
            }
            NoTimeout.applyTo(sql);
            if (advance(job, work(job.kind()), now)) {
                later.add(id);
            }
        });
        return found.isPresent() && !later.contains(id);
    }

    /** Does a part. Returns whether the job waits. */
    private <P, C, R> boolean advance(Job job, JobWork<P, C, R> work, Instant now) {
        Types<P, C, R> types = work.types();
        Part<P, C, R> part = new Part<>(
                job.appId(),
                texts.read(job.parameters(), types.parameters()),
                texts.readOptional(job.continuation(), types.continuation()),
                texts.readOptional(job.result(), types.result()));
        Step<C, R> step = work.part(part, now);
        if (step.refusal() != null) {
            repository.fail(job.id(), JobError.of(step.refusal()), now);
            return false;
        }
        C next = step.next();
        Json result = texts.write(step.result());
        if (next == null) {
            repository.advance(job.id(), JobState.SUCCEEDED, null, result, 1.0, now);
        } else {
            repository.advance(job.id(), JobState.RUNNING, texts.write(next), result, step.progress(), null);
        }
        return step.waits();
    }

    private JobWork<?, ?, ?> work(JobKind kind) {
        JobWork<?, ?, ?> work = works.get(kind);
        if (work == null) {
            throw new IllegalStateException("no work is bound to " + kind);
        }
        return work;
    }
}
