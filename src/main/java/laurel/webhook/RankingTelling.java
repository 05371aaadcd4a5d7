package laurel.webhook;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import laurel.index.EntryPlace;
import laurel.index.Shift;
import laurel.leaderboard.ScoreFormat;
import laurel.webhook.MakerRepository.Ranked;
import laurel.webhook.MakerRepository.Who;
import laurel.webhook.PositionRepository.Board;
import laurel.webhook.TopDifference.Changed;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Tells one webhook of rankings of its boards, as one transaction sees them. Used by one thread. */
final class RankingTelling {
    /** Entries that one message tells of at most. */
    private static final int MOST_ADDED = 100;

    private final MakerRepository repository;
    private final Handle transaction;
    private final Webhook webhook;
    private final Instant now;
    private final List<Message> messages = new ArrayList<>();

    RankingTelling(MakerRepository repository, Handle transaction, Webhook webhook, Instant now) {
        this.repository = repository;
        this.transaction = transaction;
        this.webhook = webhook;
        this.now = now;
    }

    List<Message> messages() {
        return messages;
    }

    /** Tells what has shifted in a board, by ranking. */
    void changes(Board board, Map<Long, List<Shift>> shifts) {
        List<Ranked> rankings = repository.rankings(transaction, webhook.interest(), shifts.keySet());
        if (webhook.interest().includes(WebhookType.ENTRY_ADDED)) {
            rankings.forEach(ranking -> added(board, ranking, of(shifts, ranking)));
        }
        if (webhook.interest().includes(WebhookType.RANK_CHANGED)) {
            Map<Ranked, List<Changed>> changed = changed(rankings, shifts);
            Map<Long, Who> who = who(changed.values().stream()
                    .flatMap(List::stream)
                    .map(Changed::participant)
                    .toList());
            changed.forEach((ranking, changes) -> tellChanged(board, ranking, changes, who));
        }
    }

    private Map<Ranked, List<Changed>> changed(List<Ranked> rankings, Map<Long, List<Shift>> shifts) {
        int top = webhook.interest().top();
        Map<Ranked, Integer> sizes = new LinkedHashMap<>();
        rankings.forEach(ranking -> sizes.put(ranking, TopDifference.needed(of(shifts, ranking), top)));
        Map<Ranked, List<EntryPlace>> tops = RankingMessages.tops(repository, transaction, sizes);
        Map<Ranked, List<Changed>> changed = new LinkedHashMap<>();
        for (Ranked ranking : rankings) {
            List<EntryPlace> present = Objects.requireNonNull(tops.get(ranking));
            changed.put(ranking, new TopDifference(present, of(shifts, ranking), top).changes());
        }
        return changed;
    }

    private void tellChanged(Board board, Ranked ranking, List<Changed> changes, Map<Long, Who> who) {
        if (!changes.isEmpty()) {
            var scores = new ScoreFormat(board.decimals());
            List<Map<String, @Nullable Object>> told = changes.stream()
                    .map(change -> change(ranking, scores, change, who.get(change.participant())))
                    .toList();
            rankChanged(board, ranking, false, told);
        }
    }

    /** Tells how the rankings of a board stand where nobody knows what has changed in them. */
    void anew(Board board, int most) {
        if (webhook.interest().includes(WebhookType.RANK_CHANGED)) {
            Map<Ranked, Integer> sizes = new LinkedHashMap<>();
            repository
                    .rankings(transaction, webhook.interest(), board.id(), most)
                    .forEach(ranking -> sizes.put(ranking, webhook.interest().top()));
            RankingMessages.tops(repository, transaction, sizes).forEach((ranking, top) -> whole(board, ranking, top));
        }
    }

    private void whole(Board board, Ranked ranking, List<EntryPlace> top) {
        Map<Long, Who> who = who(top.stream().map(EntryPlace::participantId).toList());
        Map<Long, Integer> ranks = TopDifference.ranks(top);
        var scores = new ScoreFormat(board.decimals());
        rankChanged(
                board,
                ranking,
                true,
                top.stream()
                        .map(place -> whole(ranking, scores, place, who, ranks))
                        .toList());
    }

    private static Map<String, @Nullable Object> whole(
            Ranked ranking, ScoreFormat scores, EntryPlace place, Map<Long, Who> who, Map<Long, Integer> ranks) {
        long participant = place.participantId();
        var stands = new Changed(participant, "", place, null, ranks.get(participant));
        Map<String, @Nullable Object> told = change(ranking, scores, stands, who.get(participant));
        told.put("reason", null);
        return told;
    }

    private void rankChanged(Board board, Ranked ranking, boolean full, List<Map<String, @Nullable Object>> changes) {
        Map<String, @Nullable Object> content = about(board, ranking);
        content.put("full", full);
        content.put("changes", changes);
        messages.add(Message.of(WebhookType.RANK_CHANGED, now, content));
    }

    private static Map<String, @Nullable Object> change(
            Ranked ranking, ScoreFormat scores, Changed change, @Nullable Who who) {
        Map<String, @Nullable Object> told = new LinkedHashMap<>();
        told.put("participant", MessageParts.participant(who));
        told.put("reason", change.reason());
        told.put("previousRank", change.previousRank());
        told.put("rank", change.rank());
        told.putAll(scores(ranking, scores, change.place()));
        return told;
    }

    private void added(Board board, Ranked ranking, List<Shift> shifts) {
        List<EntryPlace> fresh = new ArrayList<>();
        for (Shift shift : shifts) {
            if (shift.before() == null && shift.after() != null) {
                fresh.add(shift.after());
            }
        }
        Map<Long, Who> who = who(fresh.stream().map(EntryPlace::participantId).toList());
        List<EntryPlace> bestFirst = fresh.stream().sorted().toList();
        for (int from = 0; from < bestFirst.size(); from += MOST_ADDED) {
            added(board, ranking, bestFirst.subList(from, Math.min(from + MOST_ADDED, bestFirst.size())), who);
        }
    }

    private void added(Board board, Ranked ranking, List<EntryPlace> some, Map<Long, Who> who) {
        var scores = new ScoreFormat(board.decimals());
        Map<String, @Nullable Object> content = about(board, ranking);
        content.put(
                "entries",
                some.stream()
                        .map(place -> entry(ranking, scores, place, who.get(place.participantId())))
                        .toList());
        messages.add(Message.of(WebhookType.ENTRY_ADDED, now, content));
    }

    private static Map<String, @Nullable Object> entry(
            Ranked ranking, ScoreFormat scores, EntryPlace place, @Nullable Who who) {
        Map<String, @Nullable Object> told = new LinkedHashMap<>();
        told.put("participant", MessageParts.participant(who));
        told.putAll(scores(ranking, scores, place));
        return told;
    }

    /** As texts, as in GraphQL: no digit is lost. */
    private static Map<String, @Nullable Object> scores(
            Ranked ranking, ScoreFormat scores, @Nullable EntryPlace place) {
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
        content.put("leaderboard", board.key());
        content.put("window", MessageParts.window(ranking.window()));
        content.put("group", ranking.group().values());
        return content;
    }

    private static List<Shift> of(Map<Long, List<Shift>> shifts, Ranked ranking) {
        return Objects.requireNonNull(shifts.get(ranking.id()));
    }

    private Map<Long, Who> who(List<Long> participants) {
        Set<Long> ids = new HashSet<>(participants);
        return ids.isEmpty() ? Map.of() : repository.participants(transaction, webhook.appId(), ids);
    }
}
