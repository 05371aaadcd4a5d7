/**
 * Jobs: work that may take longer than a request. A mutation stores a job and returns it; nodes carry it out in parts.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A part is one transaction. It holds the claim on its job ({@code pg_try_advisory_xact_lock}), does its
 *       work and stores the continuation, the result so far and the progress. After a crash of the node, or of the
 *       database, the part was either committed with all of that, or not done; any node continues with the next. The
 *       claim ends with the transaction, so that there is no lease to expire and no clock to compare.
 *   <li>A job runs on one node at a time. Jobs take turns on a node, part by part; nodes share them.
 *   <li>A cancelled job begins no further part. The part that is running is completed, and what the job has done
 *       stays. Some kinds cannot be cancelled or given up ({@link laurel.job.JobKind#cancellable}): half of their work
 *       is not a valid state.
 *   <li>A job that a rule refuses is FAILED with that error. Other failures are retried at the next run. After 5
 *       failures of one part the job is FAILED with JOB_FAILED. Database outages do not count.
 *   <li>An app has at most {@code laurel.limits.jobs} unfinished jobs; finished ones are kept for {@code
 *       laurel.jobs.retention}.
 * </ul>
 *
 * <p>A feature makes work a job by a bean of type {@link laurel.job.JobWork}. Parameters, continuation and result are its
 * own {@code Serdeable} records, stored as {@code jsonb}; records of the result's name are types of the schema's union
 * JobResult.
 *
 * <p>Updates of streaks and day scores after recorded activity are not jobs, because no client requested them: they are a
 * backlog of rows, processed under the lock of the app's activity; see {@code laurel.activity.BacklogProcessor}. Updates after a
 * change of a definition are jobs, whose work may be rows of the same tables.
 */
@NullMarked
package laurel.job;

import org.jspecify.annotations.NullMarked;
