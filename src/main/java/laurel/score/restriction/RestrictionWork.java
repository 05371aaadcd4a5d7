package laurel.score.restriction;

import static laurel.PeriodicJobs.tryRun;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.participant.RestrictedOn;
import laurel.score.restriction.RestrictionRepository.RestrictionTask;

/**
 * Lets entries follow restrictions of all leaderboards of an app, and ends restrictions that have expired. Each leaderboard is one
 * transaction.
 */
@Singleton
class RestrictionWork {
    /** Maximum number of restrictions that expire, or participants with tasks, in a run. */
    private static final int MAX_PER_RUN = 1_000;

    private final Sql sql;
    private final Leaderboards leaderboards;
    private final RestrictionRepository repository;
    private final WithheldEntries entries;

    RestrictionWork(Sql sql, Leaderboards leaderboards, RestrictionRepository repository, WithheldEntries entries) {
        this.sql = sql;
        this.leaderboards = leaderboards;
        this.repository = repository;
        this.entries = entries;
    }

    /**
     * Adds a task for all leaderboards of the app, in the transaction that changes the participant's restrictions. From then on,
     * every transaction that reads the participant's restrictions under the lock of a leaderboard first moves its entries there.
     */
    void add(int app, long participant) {
        repository.addTasks(app, participant, Set.of(RestrictedOn.ALL));
    }

    /** Does the tasks of a participant, at most this number. */
    void run(int app, long participant, int most, Instant now) {
        sql.useTransaction(() -> find(app, participant));
        for (RestrictionTask task : repository.tasks(participant, most)) {
            tryRun(
                    "follow restrictions of participant " + participant + " on leaderboard " + task.leaderboardId(),
                    () -> sql.useTransaction(() -> settle(task, now)));
        }
    }

    /**
     * Replaces the task for all leaderboards by those of leaderboards with entries, and of leaderboards that are locked: a
     * transaction that began before the restriction was stored may be adding an entry there. Transactions that lock a leaderboard
     * later see the restriction.
     */
    private void find(int app, long participant) {
        // First, because a restriction that is stored meanwhile then adds the task again.
        if (repository.deleteTask(participant, RestrictedOn.ALL) > 0) {
            Set<Integer> boards = new TreeSet<>(repository.locked(app));
            // A statement of its own: what was committed before a lock was released is visible to it.
            boards.addAll(repository.withEntries(participant));
            repository.addTasks(app, participant, boards);
        }
    }

    private void settle(RestrictionTask task, Instant now) {
        Leaderboard board =
                leaderboards.lock(task.appId(), Set.of(task.leaderboardId())).get(task.leaderboardId());
        if (repository.deleteTask(task.participantId(), task.leaderboardId()) > 0 && board != null) {
            entries.follow(board, task.participantId(), now);
        }
    }

    /** Ends restrictions that have expired, and does all tasks. A failure does not affect others. */
    void run(Instant now) {
        for (ParticipantRestriction expired : repository.expired(now, MAX_PER_RUN)) {
            tryRun("end restriction " + expired.id(), () -> sql.useTransaction(() -> expire(expired, now)));
        }
        for (RestrictionTask task : repository.participantsWithTasks(MAX_PER_RUN)) {
            tryRun(
                    "follow restrictions of participant " + task.participantId(),
                    () -> run(task.appId(), task.participantId(), Integer.MAX_VALUE, now));
        }
    }

    private void expire(ParticipantRestriction expired, Instant now) {
        Integer leaderboard = expired.leaderboardId();
        Leaderboard board = leaderboard == null
                ? null
                : leaderboards.lock(expired.appId(), Set.of(leaderboard)).get(leaderboard);
        if (repository.expire(expired.id(), now) > 0) {
            if (leaderboard == null) {
                add(expired.appId(), expired.participantId());
            } else if (board != null) {
                entries.follow(board, expired.participantId(), now);
            }
        }
    }
}
