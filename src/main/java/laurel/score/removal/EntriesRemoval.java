package laurel.score.removal;

import io.micronaut.serde.annotation.Serdeable;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.database.sql.NoTimeout;
import laurel.database.sql.Sql;
import laurel.job.Job;
import laurel.job.JobKind;
import laurel.job.JobWork;
import laurel.job.Jobs;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.participant.ParticipantRef;
import laurel.participant.Participants;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.score.ledger.LedgerRetention;
import laurel.score.removal.EntryRemover.Target;
import laurel.score.removal.RemovalRepository.OpenEntry;
import laurel.score.submission.ChangeFilter;
import laurel.window.Window;
import laurel.window.Windows;
import org.jspecify.annotations.Nullable;

/**
 * Removes a participant from the open windows of all leaderboards of its app. The first part of the job finds the leaderboards,
 * and fails the job if an entry could not be restored. Each further part removes the entries of one leaderboard.
 */
@Singleton
public class EntriesRemoval implements JobWork<EntriesRemoval.RemovalParameters, RemovalPlan, RemoveEntriesResult> {
    private static final List<ChangeFilter> ALL = List.of(new ChangeFilter(null, null));

    private final Sql sql;
    private final Participants participants;
    private final Leaderboards leaderboards;
    private final Windows windows;
    private final LedgerRetention retention;
    private final RemovalRepository repository;
    private final EntryRemover remover;
    private final Jobs jobs;

    EntriesRemoval(
            Sql sql,
            Participants participants,
            Leaderboards leaderboards,
            Windows windows,
            LedgerRetention retention,
            RemovalRepository repository,
            EntryRemover remover,
            Jobs jobs) {
        this.sql = sql;
        this.participants = participants;
        this.leaderboards = leaderboards;
        this.windows = windows;
        this.retention = retention;
        this.repository = repository;
        this.remover = remover;
        this.jobs = jobs;
    }

    /** The parameters of the job, see {@link RemovalTerms}. */
    @Serdeable
    public record RemovalParameters(
            long participantId, @Nullable String reason, boolean allowIrreversible, boolean dryRun) {
        RemovalTerms terms() {
            return new RemovalTerms(reason, allowIrreversible, dryRun);
        }
    }

    @Override
    public JobKind kind() {
        return JobKind.REMOVE_ENTRIES;
    }

    @Override
    public Types<RemovalParameters, RemovalPlan, RemoveEntriesResult> types() {
        return new Types<>(RemovalParameters.class, RemovalPlan.class, RemoveEntriesResult.class);
    }

    /**
     * Starts the job. Refuses INVALID_TEXT, PARTICIPANT_NOT_FOUND, LIMIT_REACHED; the job fails with LEDGER_INCOMPLETE.
     */
    public Job start(int app, ParticipantRef participant, RemovalTerms terms, Instant now) {
        EntryRemovals.checkReason(terms);
        long id = participants.existing(app, participant).id();
        var parameters = new RemovalParameters(id, terms.reason(), terms.allowIrreversible(), terms.dryRun());
        return jobs.add(app, kind(), parameters, now);
    }

    @Override
    public Step<RemovalPlan, RemoveEntriesResult> part(
            Part<RemovalParameters, RemovalPlan, RemoveEntriesResult> part, Instant now) {
        RemovalPlan plan = part.from();
        RemoveEntriesResult before = part.result();
        return plan == null || before == null
                ? plan(part.app(), part.parameters(), now)
                : remove(part.app(), part.parameters(), plan, before, now);
    }

    private Step<RemovalPlan, RemoveEntriesResult> plan(int app, RemovalParameters asked, Instant now) {
        remover.prepare(app, asked.participantId(), now);
        List<OpenEntry> entries = repository.openEntries(asked.participantId());
        if (!asked.allowIrreversible()) {
            checkReversible(app, asked.participantId(), entries);
        }
        List<Integer> boards =
                entries.stream().map(OpenEntry::leaderboardId).distinct().toList();
        RemovalPlan plan = boards.isEmpty() ? null : new RemovalPlan(boards, boards.size());
        return new Step<>(plan, RemoveEntriesResult.none(asked.dryRun()), plan == null ? 1.0 : 0.0);
    }

    private void checkReversible(int app, long participant, List<OpenEntry> entries) {
        Map<Integer, Leaderboard> boards = leaderboards.byIds(
                app, entries.stream().map(OpenEntry::leaderboardId).collect(Collectors.toSet()));
        Map<Integer, List<Window>> byBoard =
                windows.byIds(app, entries.stream().map(OpenEntry::windowId).toList()).values().stream()
                        .collect(Collectors.groupingBy(Window::leaderboardId));
        byBoard.forEach((id, open) -> {
            Leaderboard board = boards.get(id);
            if (board != null) {
                retention.checkComplete(board, participant, open);
            }
        });
    }

    private Step<RemovalPlan, RemoveEntriesResult> remove(
            int app, RemovalParameters asked, RemovalPlan plan, RemoveEntriesResult before, Instant now) {
        Target target = new Target(plan.left().getFirst(), asked.participantId(), null);
        RemoveEntriesResult done = asked.dryRun()
                ? sql.inTransaction(() -> {
                    NoTimeout.applyTo(sql);
                    RemoveEntriesResult result = remove(app, target, asked.terms(), now);
                    sql.rollback();
                    return result;
                })
                : remove(app, target, asked.terms(), now);
        RemovalPlan rest = plan.rest();
        double left = rest == null ? 0 : rest.left().size();
        return new Step<>(rest, before.plus(done), 1 - left / plan.total());
    }

    /**
     * A leaderboard that was deleted, or whose last open window with an entry became final, is skipped. So are all if the
     * participant was erased.
     */
    private RemoveEntriesResult remove(int app, Target target, RemovalTerms terms, Instant now) {
        try {
            return RemoveEntriesResult.of(remover.remove(app, target, terms, ALL, now), terms.dryRun());
        } catch (RefusedException e) {
            ErrorCode code = e.refusal().code();
            if (code == ErrorCode.ENTRY_NOT_FOUND
                    || code == ErrorCode.LEADERBOARD_NOT_FOUND
                    || code == ErrorCode.PARTICIPANT_NOT_FOUND) {
                return RemoveEntriesResult.none(terms.dryRun());
            }
            throw e;
        }
    }
}
