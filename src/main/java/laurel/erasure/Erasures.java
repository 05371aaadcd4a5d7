package laurel.erasure;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import laurel.database.sql.NoTimeout;
import laurel.database.sql.Sql;
import laurel.erasure.ErasureWork.ErasureParameters;
import laurel.job.Job;
import laurel.job.JobKind;
import laurel.job.Jobs;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.participant.Participant;
import laurel.participant.ParticipantLocks;
import laurel.participant.ParticipantRef;
import laurel.participant.Participants;
import laurel.participant.RestrictedOn;
import laurel.request.erasure.ErasedName;
import laurel.request.erasure.ErasureSource;
import laurel.request.erasure.ErasureSubject;
import laurel.score.erasure.ErasedEntries;
import laurel.score.erasure.IndexedRanking;
import laurel.score.restriction.WithheldEntries;
import laurel.score.submission.PendingSubmissions;
import laurel.streak.DayRules;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Erases participants. */
@Singleton
public class Erasures {
    private static final Logger LOG = LoggerFactory.getLogger(Erasures.class);

    private final Sql sql;
    private final Participants participants;
    private final ParticipantLocks locks;
    private final DayRules dayRules;
    private final Leaderboards leaderboards;
    private final ErasedEntries entries;
    private final WithheldEntries withheld;
    private final List<ErasureSource> sources;
    private final ErasureWork work;
    private final ErasureRepository repository;
    private final Jobs jobs;
    private final PendingSubmissions pending;

    Erasures(
            Sql sql,
            Participants participants,
            ParticipantLocks locks,
            DayRules dayRules,
            Leaderboards leaderboards,
            ErasedEntries entries,
            WithheldEntries withheld,
            List<ErasureSource> sources,
            ErasureWork work,
            ErasureRepository repository,
            Jobs jobs,
            PendingSubmissions pending) {
        this.sql = sql;
        this.participants = participants;
        this.locks = locks;
        this.dayRules = dayRules;
        this.leaderboards = leaderboards;
        this.entries = entries;
        this.withheld = withheld;
        this.sources = sources;
        this.work = work;
        this.repository = repository;
        this.jobs = jobs;
        this.pending = pending;
    }

    /**
     * Erases a participant: when this returns, nothing finds it and nothing names it. A job erases the rest. Refuses, in this
     * order: PARTICIPANT_NOT_FOUND, also if it was erased before, LIMIT_REACHED.
     */
    public StartedErasure erase(int app, ParticipantRef who, ErasedStandings standings, Instant now) {
        long id = participants.existing(app, who).id();
        pending.catchUp(app, id, now);
        StartedErasure started = sql.inTransaction(() -> {
            // It reads the messages of webhooks, whose number is not bounded.
            NoTimeout.applyTo(sql);
            // The order of all transactions: activity, leaderboards, participants. A transaction that has found the
            // participant already may still add an entry on another leaderboard: the job erases that.
            dayRules.lock(app);
            Map<Integer, Leaderboard> boards = lockBoards(app, id);
            pending.submit(app, boards.keySet(), id, now);
            return erase(locks.lockToErase(app, id), boards, standings, now);
        });
        eraseRows(started.subject());
        return started;
    }

    /**
     * Erases rows at once, instead of within a second. In a transaction of its own: others that lock the same rows may wait for the
     * locks of the first one. The job erases what is left, also if this fails.
     */
    private void eraseRows(ErasureSubject subject) {
        try {
            sql.useTransaction(() -> {
                repository.endAct();
                work.eraseRows(subject, ErasureWork.ROWS);
            });
        } catch (RuntimeException e) {
            LOG.warn("Could not erase rows of participant {}; its job tries again", subject.participant(), e);
        }
    }

    private Map<Integer, Leaderboard> lockBoards(int app, long participant) {
        Set<Integer> ids = new TreeSet<>(entries.boards(participant));
        // A restriction may end before the participant is locked.
        ids.addAll(withheld.boards(participant));
        return ids.isEmpty() ? Map.of() : leaderboards.lock(app, ids);
    }

    private StartedErasure erase(
            Participant erased, Map<Integer, Leaderboard> boards, ErasedStandings standings, Instant now) {
        ErasedName name = new ErasedName(erased.entityType(), erased.externalId());
        List<Integer> withheldOn = settle(erased.id(), boards.values(), now);
        ErasureSubject subject =
                new ErasureSubject(erased.appId(), erased.id(), standings == ErasedStandings.REMOVED, withheldOn);
        repository.audit(erased.id(), standings);
        locks.erase(erased, now);
        List<IndexedRanking> rankings = entries.withSeparators(subject, name);
        Job job = jobs.addWithin(
                erased.appId(),
                JobKind.ERASE_PARTICIPANT,
                new ErasureParameters(erased.id(), standings, subject.withheldOn(), rankings),
                now);
        repository.endAct();
        boards.values().forEach(board -> entries.erase(subject, board, now));
        sources.forEach(source -> source.eraseName(subject, name));
        return new StartedErasure(subject, job);
    }

    /**
     * Lets entries follow a change of the participant's restrictions, because the tasks that would do so are deleted: those that
     * are not withheld any more stay if the standings stay. Returns the leaderboards on which they are withheld, 0 for all.
     */
    private List<Integer> settle(long participant, Collection<Leaderboard> boards, Instant now) {
        RestrictedOn restricted = participants.restrictedOn(participant);
        boards.forEach(board -> withheld.settle(board, participant, restricted, now));
        return Stream.concat(restricted.bannedOn().stream(), restricted.hiddenOn().stream())
                .distinct()
                .sorted()
                .toList();
    }
}
