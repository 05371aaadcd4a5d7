package laurel.score.submission;

import static java.util.Objects.requireNonNull;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.Leaderboards;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import laurel.participant.Participants;
import laurel.request.Refusal;
import laurel.request.RefusedException;
import laurel.score.entry.EntryChange;
import laurel.score.entry.EntryFinder;
import laurel.score.entry.EntryWriter;
import laurel.score.ledger.Ledger;
import laurel.score.ledger.Ledger.LedgerRow;
import laurel.score.ledger.ScoreSubmission;
import laurel.score.submission.SubmissionResult.Refused;

/** The transaction of a batch: a fixed number of statements, whatever the batch's size. */
@Singleton
class SubmissionWriter {
    /** How often a board is told when it last received something. */
    private static final Duration TOLD_EVERY = Duration.ofHours(1);

    private final Leaderboards leaderboards;
    private final Participants participants;
    private final EntryFinder finder;
    private final EntryWriter entries;
    private final Ledger ledger;
    private final Duration retention;

    /** @param retention how long a retry finds the first submission */
    SubmissionWriter(
            Leaderboards leaderboards,
            Participants participants,
            EntryFinder finder,
            EntryWriter entries,
            Ledger ledger,
            @Value("${laurel.limits.idempotency-retention:24h}") Duration retention) {
        this.leaderboards = leaderboards;
        this.participants = participants;
        this.finder = finder;
        this.entries = entries;
        this.ledger = ledger;
        this.retention = retention;
    }

    /** Applies the batch in order and says what became of each item. The caller holds the locks of its boards. */
    List<SubmissionResult> write(Batch batch) {
        Collection<Leaderboard> boards = batch.boards();
        Map<ExternalParticipantId, Long> known = participants.known(batch.app(), batch.participants());
        BatchFold fold = new BatchFold(batch, boards, finder.find(batch, known));
        IdempotencyKeys retries = retries(batch);
        List<Verdict> verdicts = judge(batch, fold, retries);
        List<Verdict.Take> taken = verdicts.stream()
                .filter(Verdict.Take.class::isInstance)
                .map(Verdict.Take.class::cast)
                .toList();
        if (!taken.isEmpty()) {
            Map<ExternalParticipantId, Long> ids =
                    participants.meet(batch.app(), participants(taken), known, batch.receivedAt());
            List<LedgerRow> rows = writeEntries(taken, fold, ids, batch);
            ledger.insert(batch.app(), rows);
            tell(boards, taken, batch.receivedAt());
            retries.add(rows);
            return results(verdicts, rows, retries);
        }
        return results(verdicts, List.of(), retries);
    }

    private IdempotencyKeys retries(Batch batch) {
        IdempotencyKeys retries = new IdempotencyKeys();
        List<CheckedSubmission> retriable = batch.retriable();
        if (!retriable.isEmpty()) {
            retries.add(ledger.byIdempotencyKeys(retriable, retention));
        }
        return retries;
    }

    private List<Verdict> judge(Batch batch, BatchFold fold, IdempotencyKeys retries) {
        List<Long> ids = ledger.nextIds(batch.items());
        List<Verdict> verdicts = new ArrayList<>();
        for (CheckedSubmission item : batch.items()) {
            long id = ids.get(verdicts.size());
            try {
                verdicts.add(judge(item, id, fold, retries));
            } catch (RefusedException e) {
                verdicts.add(new Verdict.Refuse(e.refusal()));
            }
        }
        return verdicts;
    }

    private static Verdict judge(CheckedSubmission item, long id, BatchFold fold, IdempotencyKeys retries) {
        if (retries.repeats(item)) {
            return new Verdict.Repeat(item);
        }
        if (item.unlessRepeated() != null) {
            throw new RefusedException(item.unlessRepeated());
        }
        SubmissionResult.Answer answer = fold.apply(item, id);
        retries.add(item);
        return new Verdict.Take(item, id, fold.time(item), answer);
    }

    private List<LedgerRow> writeEntries(
            List<Verdict.Take> taken, BatchFold fold, Map<ExternalParticipantId, Long> ids, Batch batch) {
        List<EntryWriter.Affected> affected = taken.stream()
                .flatMap(take -> take.answer().changes().stream()
                        .map(change -> new EntryWriter.Affected(
                                id(take.item().participant(), ids),
                                change,
                                take.item().received().ranks(change))))
                .toList();
        Iterator<EntryChange> ranked = entries.write(fold.moves(ids), affected, batch.ofEveryone(), batch.receivedAt())
                .iterator();
        return taken.stream()
                .map(take -> row(
                        take,
                        ids,
                        take.answer().changes().stream()
                                .map(change -> ranked.next())
                                .toList()))
                .toList();
    }

    private static LedgerRow row(Verdict.Take take, Map<ExternalParticipantId, Long> ids, List<EntryChange> changes) {
        CheckedSubmission item = take.item();
        return new LedgerRow(
                submission(take, ids),
                take.boardTime(),
                changes.stream().map(EntryChange::windowId).distinct().toList(),
                item.received().keepsGroup(),
                item.sent().idempotencyKey() == null ? null : item.digest(),
                new SubmissionResult.Answer(changes, take.answer().closedWindows()));
    }

    private static ScoreSubmission submission(Verdict.Take take, Map<ExternalParticipantId, Long> ids) {
        CheckedSubmission item = take.item();
        return new ScoreSubmission(
                take.id(),
                item.board().id(),
                item.board().decimals(),
                id(item.participant(), ids),
                item.score(),
                item.sent().subscore(),
                item.group(),
                item.achievedAt(),
                item.receivedAt(),
                item.sent().metadata(),
                item.sent().idempotencyKey(),
                null,
                null,
                null);
    }

    private static List<SubmissionResult> results(
            List<Verdict> verdicts, List<LedgerRow> rows, IdempotencyKeys retries) {
        Map<Long, LedgerRow> byId =
                rows.stream().collect(Collectors.toMap(row -> row.submission().id(), row -> row));
        return verdicts.stream()
                .<SubmissionResult>map(verdict -> switch (verdict) {
                    case Verdict.Refuse refuse -> new Refused(refuse.refusal());
                    case Verdict.Repeat repeat -> retries.first(repeat.item()).receipt(true);
                    case Verdict.Take take ->
                        requireNonNull(byId.get(take.id())).receipt(false);
                })
                .toList();
    }

    /**
     * Tells the boards that do not know yet, or not since an hour, that they are scored, and those whose time may
     * move on.
     */
    private void tell(Collection<Leaderboard> boards, List<Verdict.Take> taken, Instant now) {
        Map<Integer, Instant> times = new HashMap<>();
        taken.forEach(take -> times.put(take.item().board().id(), take.boardTime()));
        boards.stream().filter(board -> knows(board, now)).forEach(board -> times.remove(board.id()));
        if (!times.isEmpty()) {
            leaderboards.received(times, now);
        }
    }

    private static boolean knows(Leaderboard board, Instant now) {
        return board.clock() == LeaderboardClock.SYSTEM
                && board.scoredAt() != null
                && board.receivedAt() != null
                && now.isBefore(board.receivedAt().plus(TOLD_EVERY));
    }

    private static List<ParticipantInput> participants(List<Verdict.Take> taken) {
        return taken.stream().map(take -> take.item().sent().participant()).toList();
    }

    private static long id(ExternalParticipantId participant, Map<ExternalParticipantId, Long> ids) {
        return requireNonNull(ids.get(participant));
    }

    /** What is to become of one item of a batch. */
    sealed interface Verdict {
        /** It breaks a rule. */
        record Refuse(Refusal refusal) implements Verdict {}

        /** It repeats a submission that stands. */
        record Repeat(CheckedSubmission item) implements Verdict {}

        /**
         * It shall stand.
         *
         * @param id        its id in the ledger
         * @param boardTime the board's time that it was judged by
         * @param answer    not ranked yet
         */
        record Take(CheckedSubmission item, long id, Instant boardTime, SubmissionResult.Answer answer)
                implements Verdict {}
    }
}
