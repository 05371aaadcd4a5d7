package laurel.score.submission;

import static java.util.Collections.nCopies;
import static java.util.Objects.requireNonNull;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import laurel.change.Outbox;
import laurel.database.Batcher;
import laurel.database.sql.Sql;
import laurel.group.Groups;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.Leaderboards;
import laurel.participant.ExternalParticipantId;
import laurel.participant.KnownParticipant;
import laurel.participant.Participants;
import laurel.request.RefusedException;
import laurel.score.entry.EntryChange;
import laurel.score.entry.EntryRepository;
import laurel.score.entry.EntryWriter;
import laurel.score.entry.EntryWriter.EntryUpdate;
import laurel.score.entry.EntryWriter.ReportedChange;
import laurel.score.ledger.IdempotencyKey;
import laurel.score.ledger.Ledger;
import laurel.score.ledger.Ledger.LedgerRow;
import laurel.score.ledger.SubmissionRateRepository;
import laurel.score.restriction.WithheldEntries;
import laurel.score.submission.CheckedSubmission.PlannedSeasonException;
import laurel.score.submission.EarlierSubmissions.SplitException;
import laurel.score.submission.SubmissionResult.RefusedSubmission;
import laurel.window.RankingKey;
import laurel.window.Window.OpenWindow;
import laurel.window.WindowKey;
import org.jspecify.annotations.Nullable;

/**
 * Checks submissions and applies them, or the first of them, within a transaction with a fixed number of statements, under the
 * locks of their leaderboards, by the definitions that the leaderboards have then.
 */
@Singleton
class SubmissionWriter {
    /** How often a leaderboard stores when it last received a submission. */
    private static final Duration RECEIVED_INTERVAL = Duration.ofHours(1);

    private final Sql sql;
    private final Leaderboards leaderboards;
    private final BatchWindows windows;
    private final Participants participants;
    private final Groups groups;
    private final EntryRepository entries;
    private final EntryWriter entryWriter;
    private final Ledger ledger;
    private final SubmissionRateRepository rates;
    private final WithheldEntries withheldEntries;
    private final Outbox outbox;
    private final Duration idempotency;

    /** @param idempotency how long a retry gets the receipt of the first submission */
    SubmissionWriter(
            Sql sql,
            Leaderboards leaderboards,
            BatchWindows windows,
            Participants participants,
            Groups groups,
            EntryRepository entries,
            EntryWriter entryWriter,
            Ledger ledger,
            SubmissionRateRepository rates,
            WithheldEntries withheldEntries,
            Outbox outbox,
            @Value("${laurel.limits.idempotency-retention:24h}") Duration idempotency) {
        this.sql = sql;
        this.leaderboards = leaderboards;
        this.windows = windows;
        this.participants = participants;
        this.groups = groups;
        this.entries = entries;
        this.entryWriter = entryWriter;
        this.ledger = ledger;
        this.rates = rates;
        this.withheldEntries = withheldEntries;
        this.outbox = outbox;
        this.idempotency = idempotency;
    }

    /**
     * Applies submissions in order, within the caller's transaction, and returns their results in the same order. Returns only
     * those of the first submissions if the next one has to follow in a later transaction, as the first one of a planned season
     * does. Throws MissingPartitionException if windows are missing.
     */
    List<SubmissionResult> applyFirst(int app, List<ReceivedSubmission> submissions) {
        try {
            return apply(app, submissions);
        } catch (SplitException e) {
            return applyFirst(app, e.before(submissions));
        }
    }

    /** Does the same for all submissions, or throws {@link SplitException}, which those of scoring policies never cause. */
    List<SubmissionResult> apply(int app, List<ReceivedSubmission> submissions) {
        Supplier<Map<String, Leaderboard>> locked = leaderboards.lockByKeys(app, leaderboardKeys(submissions), true);
        // Read under the locks, which a move of a participant to another group, or a restriction of it, holds, too.
        EarlierSubmissions earlier = EarlierSubmissions.read(participants, app, submissions);
        return apply(app, submissions, locked.get(), earlier);
    }

    /**
     * Does the same with requests whose leaderboards exist and are not locked by other transactions. Returns the results of each
     * request; none for a request that is not applied.
     */
    List<List<SubmissionResult>> tryApply(int app, List<List<ReceivedSubmission>> requests) {
        List<ReceivedSubmission> all = requests.stream().flatMap(List::stream).toList();
        Supplier<Map<String, Leaderboard>> locked = leaderboards.lockByKeys(app, leaderboardKeys(all), false);
        EarlierSubmissions earlier = EarlierSubmissions.read(participants, app, all);
        Map<String, Leaderboard> boards = locked.get();
        List<List<ReceivedSubmission>> possible = requests.stream()
                .map(request ->
                        boards.keySet().containsAll(leaderboardKeys(request)) ? request : List.<ReceivedSubmission>of())
                .toList();
        return Batcher.splitResults(possible, submissions -> apply(app, submissions, boards, earlier));
    }

    static Set<String> leaderboardKeys(List<ReceivedSubmission> submissions) {
        return submissions.stream()
                .map(received -> received.sent().leaderboardKey())
                .collect(Collectors.toSet());
    }

    private List<SubmissionResult> apply(
            int app,
            List<ReceivedSubmission> submissions,
            Map<String, Leaderboard> boards,
            EarlierSubmissions earlier) {
        settle(submissions, boards, earlier);
        return earlier.settled(() -> check(app, submissions, boards, earlier));
    }

    private record UnsettledEntries(Leaderboard board, KnownParticipant participant) {}

    /** Moves entries to where the restrictions of their participants require, if that is not done yet. */
    private void settle(
            List<ReceivedSubmission> submissions, Map<String, Leaderboard> boards, EarlierSubmissions earlier) {
        Set<UnsettledEntries> unsettled = new LinkedHashSet<>();
        for (ReceivedSubmission received : submissions) {
            KnownParticipant participant =
                    earlier.known().get(received.sent().participant().ref());
            Leaderboard board = boards.get(received.sent().leaderboardKey());
            if (participant != null && board != null && participant.restricted().isUnsettledOn(board.id())) {
                unsettled.add(new UnsettledEntries(board, participant));
            }
        }
        unsettled.forEach(one -> withheldEntries.settle(
                one.board,
                one.participant.id(),
                one.participant.restricted(),
                submissions.getFirst().receivedAt()));
    }

    private List<SubmissionResult> check(
            int app,
            List<ReceivedSubmission> submissions,
            Map<String, Leaderboard> boards,
            EarlierSubmissions earlier) {
        List<SubmissionResult> results = new ArrayList<>(nCopies(submissions.size(), null));
        Map<Integer, CheckedSubmission> checked = new TreeMap<>();
        ContainingWindows containing = new ContainingWindows();
        for (int n = 0; n < submissions.size(); n++) {
            ReceivedSubmission received = submissions.get(n);
            Leaderboard board = boards.get(received.sent().leaderboardKey());
            try {
                checked.put(n, CheckedSubmission.check(received, board, earlier, containing));
                earlier.add(checked.get(n));
            } catch (RefusedException e) {
                results.set(n, new RefusedSubmission(e.refusal()));
            }
        }
        if (!checked.isEmpty()) {
            var written = write(app, EarlierSubmissions.limited(groups, app, List.copyOf(checked.values())), earlier)
                    .iterator();
            checked.keySet().forEach(n -> results.set(n, written.next()));
        }
        return results;
    }

    private List<SubmissionResult> write(int app, List<CheckedSubmission> items, EarlierSubmissions earlier) {
        Instant now = SubmissionBatch.receivedAt(items);
        Map<WindowKey, OpenWindow> open = windows.open(items, now);
        Map<WindowKey, OpenWindow> late = windows.late(items);
        RemovedEntries removed = new RemovedEntries(items, open, late, earlier.known(), ledger);
        Supplier<List<Long>> numbers = removed.ids(items, sql, ledger);
        List<LedgerRow> stored = stored(items);
        SubmissionBatch batch =
                new SubmissionBatch(items, open, late, earlier.known(), entries, removed, stored, rates);
        List<@Nullable SubmissionResult> results = new ArrayList<>();
        List<AcceptedSubmission> accepted = new ArrayList<>();
        List<Long> ids = numbers.get();
        for (CheckedSubmission item : items) {
            try {
                AcceptedSubmission one = batch.apply(item, ids.get(results.size()));
                results.add(null);
                if (one != null) {
                    accepted.add(one);
                }
            } catch (RefusedException e) {
                results.add(new RefusedSubmission(e.refusal()));
            } catch (PlannedSeasonException e) {
                throw results.isEmpty()
                        ? windows.missing(Set.of(e.window()), now)
                        : new SplitException(item.received());
            }
        }
        earlier.checkRefused(
                items, accepted.stream().map(AcceptedSubmission::item).toList());
        List<LedgerRow> rows = accepted.isEmpty() ? List.of() : write(app, batch, accepted, earlier.known(), now);
        return SubmissionRetries.receipts(items, ids, results, stored, rows);
    }

    /** Reads earlier submissions with the idempotency keys of these. */
    private List<LedgerRow> stored(List<CheckedSubmission> items) {
        List<CheckedSubmission> keyed =
                items.stream().filter(item -> item.idempotencyKey() != null).toList();
        if (keyed.isEmpty()) {
            return List.of();
        }
        Instant first = keyed.stream()
                .map(CheckedSubmission::receivedAt)
                .min(Instant::compareTo)
                .orElseThrow();
        List<IdempotencyKey> keys = keyed.stream()
                .map(item -> requireNonNull(item.idempotencyKey()))
                .toList();
        return ledger.byIdempotencyKeys(keys, first.minus(idempotency));
    }

    private List<LedgerRow> write(
            int app,
            SubmissionBatch batch,
            List<AcceptedSubmission> accepted,
            Map<ExternalParticipantId, KnownParticipant> known,
            Instant now) {
        Map<ExternalParticipantId, Long> ids = participants.findOrCreate(
                app,
                accepted.stream().map(one -> one.item().sent().participant()).toList(),
                known,
                now);
        // No caller reads the changes of what is derived from activity.
        List<ReportedChange> reported = accepted.stream()
                .filter(one -> !one.item().received().derived())
                .flatMap(one -> one.outcome().changes().stream()
                        .map(change -> new ReportedChange(
                                id(one, ids),
                                change,
                                !one.item().withheld() && one.item().received().ranks(change))))
                .toList();
        List<EntryUpdate> updates = batch.updates(ids);
        Map<RankingKey, Long> rankings = windows.correct(updates, batch.late(), batch.rankingsOfEveryone(), now);
        Iterator<EntryChange> ranked = entryWriter
                .write(updates, reported, batch.rankings(), rankings, idKeys(ids), now)
                .iterator();
        List<LedgerRow> rows = accepted.stream()
                .map(one -> one.row(
                        id(one, ids),
                        one.item().received().derived()
                                ? one.outcome().changes()
                                : one.outcome().changes().stream()
                                        .map(change -> ranked.next())
                                        .toList()))
                .toList();
        ledger.insert(app, rows);
        RemovedEntries.removeAgain(accepted, ids, ledger);
        setReceived(accepted, now);
        return rows;
    }

    private static Map<Long, String> idKeys(Map<ExternalParticipantId, Long> ids) {
        Map<Long, String> keys = new HashMap<>();
        ids.forEach((participant, id) -> keys.put(id, participant.idKey()));
        return keys;
    }

    private static long id(AcceptedSubmission one, Map<ExternalParticipantId, Long> ids) {
        return requireNonNull(ids.get(one.item().participant()));
    }

    /** Stores when leaderboards received submissions, and their time, which makes windows due without a change of entries. */
    private void setReceived(Collection<AcceptedSubmission> accepted, Instant now) {
        Map<Integer, Instant> times = new HashMap<>();
        accepted.stream()
                .filter(one -> !isUpToDate(one.item().board(), now))
                .forEach(one -> times.put(one.item().board().id(), one.boardTime()));
        if (!times.isEmpty()) {
            leaderboards.received(times, now);
            times.keySet().forEach(outbox::wake);
        }
    }

    private static boolean isUpToDate(Leaderboard board, Instant now) {
        return board.clock() == LeaderboardClock.SYSTEM
                && board.scoredAt() != null
                && board.receivedAt() != null
                && now.isBefore(board.receivedAt().plus(RECEIVED_INTERVAL));
    }
}
