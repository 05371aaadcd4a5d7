package laurel.score;

import static java.util.Objects.requireNonNull;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.leaderboard.BoardClock;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.participant.ParticipantRef;
import laurel.participant.Participants;
import laurel.participant.Profile;
import laurel.refusal.RefusedException;
import laurel.score.SubmissionResult.Refused;
import org.jdbi.v3.core.Handle;

/** The transaction of a batch: a fixed number of statements, whatever the batch's size. */
@Singleton
class SubmissionWriter {
    private final Leaderboards leaderboards;
    private final Participants participants;
    private final EntryRepository entries;
    private final Ledger ledger;
    private final Duration retention;

    /** @param retention how long a retry finds the first submission */
    SubmissionWriter(
            Leaderboards leaderboards,
            Participants participants,
            EntryRepository entries,
            Ledger ledger,
            @Value("${laurel.limits.idempotency:24h}") Duration retention) {
        this.leaderboards = leaderboards;
        this.participants = participants;
        this.entries = entries;
        this.ledger = ledger;
        this.retention = retention;
    }

    /** Applies the batch in order and says what became of each item. */
    List<SubmissionResult> write(Handle transaction, Batch batch) {
        Collection<Leaderboard> boards = lock(transaction, batch);
        Map<ParticipantRef, Long> known = participants.known(transaction, batch.app(), batch.participants());
        BatchFold fold = new BatchFold(batch, boards, standing(transaction, batch, known));
        Retries retries = retries(transaction, batch);
        List<Verdict> verdicts = judge(transaction, batch, fold, retries);
        List<Verdict.Take> taken = verdicts.stream()
                .filter(Verdict.Take.class::isInstance)
                .map(Verdict.Take.class::cast)
                .toList();
        if (!taken.isEmpty()) {
            Map<ParticipantRef, Long> ids =
                    participants.meet(transaction, batch.app(), profiles(taken), known, batch.now());
            Ranks ranks = writeEntries(transaction, batch, taken, fold, ids);
            List<LedgerRow> rows = taken.stream()
                    .map(take -> row(take, ids, ranks, batch.now()))
                    .toList();
            ledger.insert(transaction, batch.app(), rows);
            Map<Integer, Instant> reached = reached(taken);
            if (!reached.isEmpty()) {
                leaderboards.advance(transaction, reached);
            }
            retries.add(rows);
            return results(verdicts, rows, retries);
        }
        return results(verdicts, List.of(), retries);
    }

    /** Ranks of entries before and after the batch; absent where there is no entry, or ranks are not asked for. */
    private record Ranks(Map<EntryKey, Integer> before, Map<EntryKey, Integer> after) {}

    private Collection<Leaderboard> lock(Handle transaction, Batch batch) {
        Set<Integer> ids = batch.boards().stream().map(Leaderboard::id).collect(Collectors.toSet());
        Map<Integer, Leaderboard> locked = leaderboards.lock(transaction, batch.app(), ids);
        for (Leaderboard board : batch.boards()) {
            Leaderboard now = locked.get(board.id());
            if (now == null || now.version() != board.version()) {
                throw new DefinitionChangedException(board.key());
            }
        }
        return locked.values();
    }

    private Map<Slot, Entry> standing(Handle transaction, Batch batch, Map<ParticipantRef, Long> known) {
        Map<Slot, Leaderboard> slots = batch.slots();
        Map<EntryKey, EntryRow> rows = entries.read(transaction, keys(slots.keySet(), known));
        Map<Slot, Entry> standing = new HashMap<>();
        slots.forEach((slot, board) -> {
            Long participant = known.get(slot.participant());
            EntryRow row = participant == null ? null : rows.get(new EntryKey(slot.rankingId(), participant));
            if (row != null) {
                standing.put(slot, row.entry(board));
            }
        });
        return standing;
    }

    private Retries retries(Handle transaction, Batch batch) {
        Retries retries = new Retries();
        List<CheckedSubmission> retriable = batch.retriable();
        if (!retriable.isEmpty()) {
            retries.add(
                    ledger.byIdempotencyKeys(transaction, retriable, batch.now().minus(retention)));
        }
        return retries;
    }

    private List<Verdict> judge(Handle transaction, Batch batch, BatchFold fold, Retries retries) {
        List<Long> ids = ledger.nextIds(transaction, batch.items().size(), batch.now());
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

    private static Verdict judge(CheckedSubmission item, long id, BatchFold fold, Retries retries) {
        if (retries.repeats(item)) {
            return new Verdict.Repeat(item);
        }
        Answer answer = fold.apply(item, id);
        retries.add(item);
        return new Verdict.Take(item, id, fold.time(item), answer);
    }

    private Ranks writeEntries(
            Handle transaction, Batch batch, List<Verdict.Take> taken, BatchFold fold, Map<ParticipantRef, Long> ids) {
        Set<EntryKey> keys = taken.stream()
                .flatMap(take -> take.answer().changes().stream()
                        .filter(change -> batch.ranked().contains(change.kind()))
                        .map(change -> key(take, change, ids)))
                .collect(Collectors.toSet());
        Map<EntryKey, Integer> before = entries.ranks(transaction, keys);
        List<EntryRow> rows = new ArrayList<>();
        fold.changed()
                .forEach((slot, changed) -> rows.add(
                        EntryRow.of(changed.board(), slot.rankingId(), id(slot.participant(), ids), changed.entry())));
        entries.write(transaction, rows);
        return new Ranks(before, entries.ranks(transaction, keys));
    }

    private LedgerRow row(Verdict.Take take, Map<ParticipantRef, Long> ids, Ranks ranks, Instant now) {
        CheckedSubmission item = take.item();
        List<EntryChange> changes = take.answer().changes().stream()
                .map(change -> {
                    EntryKey key = key(take, change, ids);
                    return change.ranked(ranks.before.get(key), ranks.after.get(key));
                })
                .toList();
        return new LedgerRow(
                submission(take, ids, now),
                take.boardTime(),
                changes.stream().map(EntryChange::windowId).toList(),
                item.sent().idempotencyKey() == null ? null : Digest.of(item),
                new Answer(changes, take.answer().closedWindows()));
    }

    private static ScoreSubmission submission(Verdict.Take take, Map<ParticipantRef, Long> ids, Instant now) {
        CheckedSubmission item = take.item();
        return new ScoreSubmission(
                take.id(),
                item.board().id(),
                item.board().decimals(),
                id(item.participant(), ids),
                item.score(),
                item.sent().subscore(),
                item.achievedAt(),
                now,
                item.sent().metadata(),
                item.sent().idempotencyKey());
    }

    private static List<SubmissionResult> results(List<Verdict> verdicts, List<LedgerRow> rows, Retries retries) {
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

    /** The latest moment that each board of those that live by their submissions has been told. */
    private static Map<Integer, Instant> reached(List<Verdict.Take> taken) {
        Map<Integer, Instant> reached = new HashMap<>();
        taken.stream()
                .filter(take -> take.item().board().clock() == BoardClock.SUBMISSIONS)
                .forEach(take -> reached.put(take.item().board().id(), take.boardTime()));
        return reached;
    }

    private static List<Profile> profiles(List<Verdict.Take> taken) {
        return taken.stream().map(take -> take.item().sent().participant()).toList();
    }

    private static Set<EntryKey> keys(Set<Slot> slots, Map<ParticipantRef, Long> known) {
        return slots.stream()
                .filter(slot -> known.containsKey(slot.participant()))
                .map(slot -> new EntryKey(slot.rankingId(), id(slot.participant(), known)))
                .collect(Collectors.toSet());
    }

    private static EntryKey key(Verdict.Take take, EntryChange change, Map<ParticipantRef, Long> ids) {
        return new EntryKey(change.rankingId(), id(take.item().participant(), ids));
    }

    private static long id(ParticipantRef participant, Map<ParticipantRef, Long> ids) {
        return requireNonNull(ids.get(participant));
    }
}
