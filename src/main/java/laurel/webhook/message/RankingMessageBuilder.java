package laurel.webhook.message;

import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.partitioningBy;
import static java.util.stream.Collectors.toList;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import laurel.change.Outbox;
import laurel.event.EventType;
import laurel.leaderboard.Group;
import laurel.leaderboard.ScoreFormat;
import laurel.rankindex.EntryMove;
import laurel.rankindex.RankKey;
import laurel.webhook.Webhook;
import laurel.webhook.WebhookMessage;
import laurel.webhook.WebhookPositionRepository.Board;
import laurel.webhook.message.MessageSourceRepository.Ranked;
import laurel.webhook.message.MessageSourceRepository.Who;
import laurel.webhook.message.TopStandingsChanges.Changed;
import org.jspecify.annotations.Nullable;

/** Tells one webhook of rankings of its boards, as one transaction sees them. Used by one thread. */
final class RankingMessageBuilder {
    /** Entries that one message tells of at most. */
    private static final int MOST_ADDED = 100;

    /** Messages after which no other board is told of in the same transaction. */
    private static final int ENOUGH = 1_000;

    /** Shifts that are told in one transaction; a board that has more is told of in several. */
    private static final int MOST_SHIFTS = 50_000;

    /** Rankings of a board that are told as they stand. */
    private static final int MOST_RANKINGS = 100;

    private final MessageSourceRepository repository;
    private final Outbox outbox;
    private final Webhook webhook;
    private final Instant now;
    private final List<WebhookMessage> messages = new ArrayList<>();
    private int shifts;

    RankingMessageBuilder(MessageSourceRepository repository, Outbox outbox, Webhook webhook, Instant now) {
        this.repository = repository;
        this.outbox = outbox;
        this.webhook = webhook;
        this.now = now;
    }

    List<WebhookMessage> messages() {
        return messages;
    }

    /** Whether no other board shall be told of in this transaction. */
    boolean isEnough() {
        return messages.size() >= ENOUGH || shifts >= MOST_SHIFTS;
    }

    /**
     * What there is to tell of a board, up to what this transaction can still take.
     *
     * @param whole whether all that has changed is kept
     */
    LeaderboardChanges read(Board board, long present, boolean whole) {
        boolean added = webhook.interest().includes(EventType.ENTRY_ADDED);
        if (!added && !whole) {
            return LeaderboardChanges.unknown(present);
        }
        var changes = LeaderboardChanges.read(outbox, board, present, whole, MOST_SHIFTS - shifts);
        // The ranks alone are told as they stand where alone they are too much.
        return !added && changes.more() && shifts == 0 ? LeaderboardChanges.unknown(present) : changes;
    }

    /** Tells what has changed in a board; of the ranks nothing as long as there is more. */
    void tell(Board board, LeaderboardChanges changes) {
        shifts += changes.shifts().size();
        Map<Long, List<EntryMove>> byRanking = TopStandingsChanges.net(changes.shifts());
        List<Ranked> rankings = repository.rankings(webhook.interest(), byRanking.keySet());
        Map<Ranked, List<RankKey>> added = added(rankings, byRanking);
        Map<Ranked, List<Changed>> changed = Map.of();
        if (webhook.interest().includes(EventType.TOP_STANDINGS_CHANGED) && !changes.more()) {
            changed = changes.whole() ? changed(rankings, byRanking) : standing(board);
        }
        Map<Long, Who> who = who(added.values(), changed.values());
        added.forEach((ranking, fresh) -> tellAdded(board, ranking, fresh, who));
        changed.forEach((ranking, some) -> tellChanged(board, ranking, !changes.whole(), some, who));
    }

    private Map<Ranked, List<Changed>> changed(List<Ranked> rankings, Map<Long, List<EntryMove>> byRanking) {
        int top = webhook.interest().topCount();
        Map<Long, Integer> sizes = new HashMap<>();
        rankings.forEach(ranking -> sizes.put(ranking.id(), TopStandingsChanges.needed(of(byRanking, ranking), top)));
        Map<Long, List<RankKey>> tops = repository.tops(sizes);
        Map<Ranked, List<Changed>> changed = new LinkedHashMap<>();
        for (Ranked ranking : rankings) {
            List<RankKey> present = tops.getOrDefault(ranking.id(), List.of());
            List<Changed> changes = new TopStandingsChanges(present, of(byRanking, ranking), top).changes();
            if (!changes.isEmpty()) {
                changed.put(ranking, changes);
            }
        }
        return changed;
    }

    /** How the rankings of a board stand, where nobody knows what has changed in them. */
    private Map<Ranked, List<Changed>> standing(Board board) {
        List<Ranked> rankings = repository.rankings(webhook.interest(), board.id(), MOST_RANKINGS);
        Map<Long, Integer> sizes = new HashMap<>();
        rankings.forEach(ranking -> sizes.put(ranking.id(), webhook.interest().topCount()));
        Map<Long, List<RankKey>> tops = repository.tops(sizes);
        Map<Ranked, List<Changed>> standing = new LinkedHashMap<>();
        rankings.forEach(ranking -> standing.put(ranking, standing(tops.getOrDefault(ranking.id(), List.of()))));
        return standing;
    }

    private static List<Changed> standing(List<RankKey> top) {
        Map<Long, Integer> ranks = TopStandingsChanges.ranks(top);
        return top.stream()
                .map(place -> new Changed(place.participantId(), null, place, null, ranks.get(place.participantId())))
                .toList();
    }

    private void tellChanged(Board board, Ranked ranking, boolean full, List<Changed> changes, Map<Long, Who> who) {
        var scores = new ScoreFormat(board.decimals());
        Map<String, @Nullable Object> content = about(board, ranking);
        content.put("snapshot", full);
        Map<Boolean, List<Object>> byTop = changes.stream()
                .collect(partitioningBy(
                        change -> change.rank() != null,
                        mapping(change -> change(ranking, scores, change, who.get(change.participant())), toList())));
        content.put("upserted", byTop.get(true));
        content.put("removed", byTop.get(false));
        messages.add(WebhookMessage.of(EventType.TOP_STANDINGS_CHANGED, now, content));
    }

    private static Object change(Ranked ranking, ScoreFormat scores, Changed change, @Nullable Who who) {
        Map<String, @Nullable Object> told = new LinkedHashMap<>();
        told.put("participant", MessageParts.participant(who));
        told.put("reason", change.reason());
        told.put("previousRank", change.previousRank());
        told.put("rank", change.rank());
        told.putAll(scores(ranking, scores, change.place()));
        return told;
    }

    /** Who has an entry where there was none, the best first; a ranking that has none such is absent. */
    private Map<Ranked, List<RankKey>> added(List<Ranked> rankings, Map<Long, List<EntryMove>> byRanking) {
        Map<Ranked, List<RankKey>> added = new LinkedHashMap<>();
        if (webhook.interest().includes(EventType.ENTRY_ADDED)) {
            rankings.forEach(ranking -> added.put(ranking, fresh(of(byRanking, ranking))));
        }
        added.values().removeIf(List::isEmpty);
        return added;
    }

    private static List<RankKey> fresh(List<EntryMove> shifts) {
        List<RankKey> fresh = new ArrayList<>();
        for (EntryMove shift : shifts) {
            if (shift.before() == null && shift.after() != null) {
                fresh.add(shift.after());
            }
        }
        return fresh.stream().sorted().toList();
    }

    private void tellAdded(Board board, Ranked ranking, List<RankKey> fresh, Map<Long, Who> who) {
        for (int from = 0; from < fresh.size(); from += MOST_ADDED) {
            tellSome(board, ranking, fresh.subList(from, Math.min(from + MOST_ADDED, fresh.size())), who);
        }
    }

    private void tellSome(Board board, Ranked ranking, List<RankKey> some, Map<Long, Who> who) {
        var scores = new ScoreFormat(board.decimals());
        Map<String, @Nullable Object> content = about(board, ranking);
        content.put(
                "entries",
                some.stream()
                        .map(place -> entry(ranking, scores, place, who.get(place.participantId())))
                        .toList());
        messages.add(WebhookMessage.of(EventType.ENTRY_ADDED, now, content));
    }

    private static Map<String, @Nullable Object> entry(
            Ranked ranking, ScoreFormat scores, RankKey place, @Nullable Who who) {
        Map<String, @Nullable Object> told = new LinkedHashMap<>();
        told.put("participant", MessageParts.participant(who));
        told.putAll(scores(ranking, scores, place));
        return told;
    }

    /** As texts, as in GraphQL: no digit is lost. */
    private static Map<String, @Nullable Object> scores(Ranked ranking, ScoreFormat scores, @Nullable RankKey place) {
        Map<String, @Nullable Object> told = new LinkedHashMap<>();
        told.put(
                "score",
                place == null ? null : scores.format(ranking.sortOrder().score(place.sortKey())));
        told.put(
                "subscore",
                place == null ? null : Long.toString(ranking.sortOrder().score(place.subscoreKey())));
        return told;
    }

    private static Map<String, @Nullable Object> about(Board board, Ranked ranking) {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put("leaderboardKey", board.key());
        content.put("window", MessageParts.window(ranking.window()));
        content.put(
                "group",
                ranking.group().equals(Group.EVERYONE) ? null : ranking.group().values());
        return content;
    }

    private static List<EntryMove> of(Map<Long, List<EntryMove>> shifts, Ranked ranking) {
        return Objects.requireNonNull(shifts.get(ranking.id()));
    }

    /** All whom messages tell of, asked for once. */
    private Map<Long, Who> who(Collection<List<RankKey>> added, Collection<List<Changed>> changed) {
        Set<Long> ids = new HashSet<>();
        added.forEach(places -> places.forEach(place -> ids.add(place.participantId())));
        changed.forEach(changes -> changes.forEach(change -> ids.add(change.participant())));
        return ids.isEmpty() ? Map.of() : repository.participants(webhook.appId(), ids);
    }
}
