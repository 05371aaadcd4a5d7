package laurel.webhook.message;

import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import laurel.change.LeaderboardSignals.Where;
import laurel.change.Outbox;
import laurel.webhook.Webhook;
import laurel.webhook.WebhookMessage;
import laurel.webhook.WebhookPositionRepository;
import laurel.webhook.WebhookPositionRepository.Board;
import laurel.webhook.WebhookPositionRepository.Reached;

/** Messages about rankings: what has changed in each since a webhook was last told, in all. */
@Singleton
class RankingMessages {
    /** Boards whose changes are told in one transaction. */
    private static final int BOARDS_AT_ONCE = 20;

    private final MessageSourceRepository repository;
    private final WebhookPositionRepository positions;
    private final Outbox outbox;
    private final Duration surelyKept;

    /** @param keep how long changes are kept: who has looked within half of that has missed none */
    RankingMessages(
            MessageSourceRepository repository,
            WebhookPositionRepository positions,
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
     * @param reached how far it has come in each board that has changed
     * @param more    whether there is more to tell
     */
    record Told(List<WebhookMessage> messages, List<Reached> reached, boolean more) {
        static final Told NOTHING = new Told(List.of(), List.of(), false);
    }

    Told of(Webhook webhook, Where where, Instant now) {
        if (!webhook.interest().inRankings()) {
            return Told.NOTHING;
        }
        List<Board> boards = positions.boards(webhook, where);
        Map<Integer, Long> present =
                outbox.positions(boards.stream().map(Board::id).toList());
        List<Board> behind = boards.stream()
                .filter(board -> board.anew() || at(present, board) > board.sequence())
                .toList();
        long lost = webhook.rankedAt().plus(surelyKept).isAfter(now) ? 0 : outbox.floor();
        return tell(new RankingMessageBuilder(repository, outbox, webhook, now), behind, present, lost);
    }

    private static long at(Map<Integer, Long> sequences, Board board) {
        return Objects.requireNonNull(sequences.get(board.id()));
    }

    /** Tells of as many of these boards, from the first on, as is enough for a transaction. */
    private static Told tell(RankingMessageBuilder telling, List<Board> behind, Map<Integer, Long> present, long lost) {
        List<Reached> reached = new ArrayList<>();
        for (Board board : behind) {
            if (reached.size() == BOARDS_AT_ONCE || telling.isEnough()) {
                break;
            }
            boolean whole = !board.anew() && board.sequence() >= lost;
            LeaderboardChanges changes = telling.read(board, at(present, board), whole);
            if (changes.more() && !reached.isEmpty()) {
                // With the others it is too much; alone it may not be.
                break;
            }
            telling.tell(board, changes);
            reached.add(new Reached(board.id(), changes.reached(), changes.more()));
        }
        boolean more = reached.size() < behind.size() || reached.stream().anyMatch(Reached::anew);
        return new Told(telling.messages(), reached, more);
    }
}
