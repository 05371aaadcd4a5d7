package laurel.webhook;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import laurel.index.EntryPlace;
import laurel.index.Shift;
import laurel.outbox.Change;
import laurel.outbox.Outbox;
import laurel.webhook.MakerRepository.Ranked;
import laurel.webhook.PositionRepository.Board;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Messages about rankings: what has changed in each since a webhook was last told, in all. */
@Singleton
class RankingMessages {
    /** Boards whose changes are told in one transaction. */
    private static final int BOARDS_AT_ONCE = 20;

    private static final int CHANGES_AT_ONCE = 100;

    /** Entries of a board whose shifts are undone; where there are more, it is told as it stands. */
    private static final int MOST_SHIFTS = 50_000;

    /** Rankings of a board that are told as they stand. */
    private static final int MOST_RANKINGS = 100;

    private final MakerRepository repository;
    private final PositionRepository positions;
    private final Outbox outbox;
    private final Duration surelyKept;

    /** @param keep how long changes are kept: who has looked within half of that has missed none */
    RankingMessages(
            MakerRepository repository,
            PositionRepository positions,
            Outbox outbox,
            @Value("${laurel.outbox.keep:24h}") Duration keep) {
        this.repository = repository;
        this.positions = positions;
        this.outbox = outbox;
        this.surelyKept = keep.dividedBy(2);
    }

    /**
     * What a webhook is told.
     *
     * @param reached the sequence of each board that has changed
     * @param more    whether more boards have
     */
    record Told(List<Message> messages, Map<Integer, Long> reached, boolean more) {
        static final Told NOTHING = new Told(List.of(), Map.of(), false);
    }

    Told of(Handle transaction, Webhook webhook, Instant now) {
        if (!webhook.interest().inRankings()) {
            return Told.NOTHING;
        }
        List<Board> boards = positions.boards(transaction, webhook);
        Map<Integer, Long> present =
                outbox.positions(transaction, boards.stream().map(Board::id).toList());
        List<Board> behind = boards.stream()
                .filter(board -> at(present, board) > board.sequence())
                .toList();
        List<Board> some = behind.subList(0, Math.min(BOARDS_AT_ONCE, behind.size()));
        long lost = webhook.rankedAt().plus(surelyKept).isAfter(now) ? 0 : outbox.floor(transaction);
        var telling = new RankingTelling(repository, transaction, webhook, now);
        some.forEach(board -> tell(telling, transaction, board, lost));
        Map<Integer, Long> reached = some.stream().collect(Collectors.toMap(Board::id, board -> at(present, board)));
        return new Told(telling.messages(), reached, some.size() < behind.size());
    }

    private static long at(Map<Integer, Long> sequences, Board board) {
        return Objects.requireNonNull(sequences.get(board.id()));
    }

    private void tell(RankingTelling telling, Handle transaction, Board board, long lost) {
        List<Shift> shifts = board.sequence() < lost ? null : shifts(transaction, board);
        if (shifts == null) {
            telling.anew(board, MOST_RANKINGS);
        } else {
            telling.changes(board, TopDifference.net(shifts));
        }
    }

    /** What has shifted in a board since it was last told of; null where that is too much, or is not known. */
    private @Nullable List<Shift> shifts(Handle transaction, Board board) {
        List<Shift> shifts = new ArrayList<>();
        long from = board.sequence();
        int read = CHANGES_AT_ONCE;
        while (read == CHANGES_AT_ONCE) {
            List<Change> changes = outbox.since(transaction, Map.of(board.id(), from), CHANGES_AT_ONCE);
            for (Change change : changes) {
                List<Shift> some = change.shifts();
                if (some == null || shifts.size() + some.size() > MOST_SHIFTS) {
                    return null;
                }
                shifts.addAll(some);
                from = change.sequence();
            }
            read = changes.size();
        }
        return shifts;
    }

    /** The first of each of these rankings; none where a ranking is empty. */
    static Map<Ranked, List<EntryPlace>> tops(
            MakerRepository repository, Handle transaction, Map<Ranked, Integer> sizes) {
        Map<Long, Integer> byId = new HashMap<>();
        sizes.forEach((ranking, size) -> byId.put(ranking.id(), size));
        Map<Long, List<EntryPlace>> found = repository.tops(transaction, byId);
        Map<Ranked, List<EntryPlace>> tops = new HashMap<>();
        sizes.keySet().forEach(ranking -> tops.put(ranking, found.getOrDefault(ranking.id(), List.of())));
        return tops;
    }
}
