package laurel.webhook.message;

import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.partitioningBy;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toMap;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import laurel.change.ChangeFeed;
import laurel.change.LeaderboardChanges;
import laurel.event.EventType;
import laurel.event.message.MessageParts;
import laurel.event.message.MessageParts.MessageParticipant;
import laurel.leaderboard.ScoreFormat;
import laurel.rankindex.EntryMove;
import laurel.rankindex.RankIndexes;
import laurel.rankindex.RankKey;
import laurel.webhook.Webhook;
import laurel.webhook.WebhookMessage;
import laurel.webhook.WebhookPositionRepository.FollowedLeaderboard;
import laurel.webhook.WebhookPositionRepository.WebhookPosition;
import laurel.webhook.message.MessageSourceRepository.ReportedRanking;
import laurel.webhook.message.TopStandingsChanges.TopStandingChange;
import org.jspecify.annotations.Nullable;

/** Builds the messages about rankings of one webhook in one transaction. Used by one thread. */
final class RankingMessageBuilder {
    /** Entries in one message. */
    private static final int MAX_ADDED = 100;

    /** Messages after which the transaction reports no further leaderboard. */
    private static final int ENOUGH_MESSAGES = 1_000;

    /** Entry moves that one transaction reports; a leaderboard with more takes several transactions. */
    private static final int MAX_MOVES = 50_000;

    /** Rankings of a leaderboard that one transaction reports as snapshots. */
    private static final int MAX_SNAPSHOTS = 100;

    private final MessageSourceRepository repository;
    private final ChangeFeed feed;
    private final TopStandingsReader tops;
    private final Webhook webhook;
    private final Instant now;
    private final List<WebhookMessage> messages = new ArrayList<>();
    private int moves;

    RankingMessageBuilder(
            MessageSourceRepository repository, ChangeFeed feed, RankIndexes indexes, Webhook webhook, Instant now) {
        this.repository = repository;
        this.feed = feed;
        this.tops = new TopStandingsReader(indexes, webhook.filter().topCount());
        this.webhook = webhook;
        this.now = now;
    }

    List<WebhookMessage> messages() {
        return messages;
    }

    /** Whether this transaction reports no further leaderboard. */
    boolean isFull() {
        return messages.size() >= ENOUGH_MESSAGES || moves >= MAX_MOVES;
    }

    /**
     * The net moves of a leaderboard's rankings.
     *
     * @param byRanking by ranking id, only entries with another place than before
     * @param moveCount entry moves that were read
     * @param complete  whether these are all moves since the webhook's position, and tops were reported up to there
     * @param position  the position that they lead to
     * @param more      whether there are more after it
     */
    record ReportedChanges(
            Map<Long, List<EntryMove>> byRanking, int moveCount, boolean complete, long position, boolean more) {
        /** Moves are not read: the rankings are reported as snapshots. */
        private static ReportedChanges unknown(long position) {
            return new ReportedChanges(Map.of(), 0, false, position, false);
        }

        private static ReportedChanges of(LeaderboardChanges changes, boolean complete, long end) {
            Map<Long, List<EntryMove>> byRanking = changes.rankings().stream()
                    .collect(toMap(ranking -> ranking, ranking -> changes.moves(ranking)
                            .moves()));
            return new ReportedChanges(
                    byRanking,
                    changes.moveCount(),
                    complete && changes.isComplete(),
                    changes.position(),
                    changes.position() < end);
        }
    }

    /**
     * Reads the changes of a leaderboard, as many as this transaction can still report.
     *
     * @param complete whether the outbox still has all changes since the webhook's position, and tops were reported up to there
     */
    ReportedChanges read(FollowedLeaderboard leaderboard, long end, boolean complete) {
        boolean added = webhook.filter().includes(EventType.ENTRIES_ADDED);
        if (!added && !complete) {
            return ReportedChanges.unknown(end);
        }
        LeaderboardChanges changes = feed.between(leaderboard.id(), leaderboard.sequence(), end, MAX_MOVES - moves);
        ReportedChanges reported = ReportedChanges.of(changes, complete, end);
        // Too many moves for one transaction: a snapshot of the top needs none of them.
        return !added && reported.more() && moves == 0 ? ReportedChanges.unknown(end) : reported;
    }

    /**
     * Adds the messages about a leaderboard, and returns the webhook's new position in it. Tops are reported only once no more
     * changes wait.
     */
    WebhookPosition add(FollowedLeaderboard leaderboard, ReportedChanges changes) {
        moves += changes.moveCount();
        List<ReportedRanking> rankings =
                repository.rankings(webhook.filter(), changes.byRanking().keySet());
        Map<ReportedRanking, List<RankKey>> added = added(rankings, changes.byRanking());
        ReportedTops reported = tops(leaderboard, changes, rankings);
        Map<Long, MessageParticipant> participants = participants(added.values(), reported);
        added.forEach((ranking, entries) -> addEntriesAdded(leaderboard, ranking, entries, participants));
        reported.changed()
                .forEach((ranking, standings) -> addTopChanged(leaderboard, ranking, false, standings, participants));
        reported.snapshots()
                .forEach((ranking, standings) -> addTopChanged(leaderboard, ranking, true, standings, participants));
        return new WebhookPosition(
                leaderboard.id(), changes.position(), reported.snapshotDue(), reported.snapshotAfter());
    }

    /**
     * The tops that messages report.
     *
     * @param changed       with the changes since the webhook's position
     * @param snapshots     with the whole top
     * @param snapshotDue   as in {@link WebhookPosition}
     * @param snapshotAfter as in {@link WebhookPosition}
     */
    private record ReportedTops(
            Map<ReportedRanking, List<TopStandingChange>> changed,
            Map<ReportedRanking, List<TopStandingChange>> snapshots,
            boolean snapshotDue,
            @Nullable Long snapshotAfter) {}

    /**
     * The tops of a leaderboard that are reported: the changes of those that the webhook knows, and others as snapshots.
     *
     * @param rankings those that have moved
     */
    private ReportedTops tops(
            FollowedLeaderboard leaderboard, ReportedChanges changes, List<ReportedRanking> rankings) {
        if (!webhook.filter().includes(EventType.TOP_STANDINGS_CHANGED) || changes.more()) {
            return new ReportedTops(Map.of(), Map.of(), changes.more(), null);
        }
        long known = known(leaderboard, changes);
        List<ReportedRanking> part = known == Long.MIN_VALUE
                ? List.of()
                : repository.openRankings(webhook.filter(), leaderboard.id(), known, MAX_SNAPSHOTS);
        Long last = part.size() == MAX_SNAPSHOTS ? Long.valueOf(part.getLast().id()) : null;
        Map<Boolean, List<ReportedRanking>> byKnown =
                rankings.stream().collect(partitioningBy(ranking -> ranking.id() >= known));
        List<ReportedRanking> snapshots = new ArrayList<>(part);
        // The parts of a snapshot have no closed windows: the changes before they were closed are reported now.
        byKnown.getOrDefault(false, List.of()).stream()
                .filter(ReportedRanking::closed)
                .forEach(snapshots::add);
        return new ReportedTops(
                tops.changed(byKnown.getOrDefault(true, List.of()), changes.byRanking()),
                tops.snapshots(snapshots),
                last != null,
                last);
    }

    /** The webhook knows the tops of rankings from this ID up. */
    private static long known(FollowedLeaderboard leaderboard, ReportedChanges changes) {
        if (!changes.complete()) {
            return Long.MAX_VALUE;
        }
        return leaderboard.snapshotDue() ? Objects.requireNonNull(leaderboard.snapshotAfter()) : Long.MIN_VALUE;
    }

    private void addTopChanged(
            FollowedLeaderboard leaderboard,
            ReportedRanking ranking,
            boolean snapshot,
            List<TopStandingChange> changes,
            Map<Long, MessageParticipant> participants) {
        var scores = new ScoreFormat(leaderboard.decimals());
        Map<String, @Nullable Object> content = content(leaderboard, ranking);
        content.put("snapshot", snapshot);
        Map<Boolean, List<Object>> byPresence = changes.stream()
                .collect(partitioningBy(
                        change -> change.rank() != null,
                        mapping(
                                change -> change(ranking, scores, change, participants.get(change.participantId())),
                                toList())));
        content.put("upserted", byPresence.get(true));
        content.put("removed", byPresence.get(false));
        messages.add(WebhookMessage.of(EventType.TOP_STANDINGS_CHANGED, now, content));
    }

    private static Object change(
            ReportedRanking ranking,
            ScoreFormat scores,
            TopStandingChange change,
            @Nullable MessageParticipant participant) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("participant", MessageParts.participant(participant));
        part.put("reason", change.reason());
        part.put("previousRank", change.previousRank());
        part.put("rank", change.rank());
        part.putAll(scores(ranking, scores, change.place()));
        return part;
    }

    /** New entries by ranking, best first. Rankings without new entries are absent. */
    private Map<ReportedRanking, List<RankKey>> added(
            List<ReportedRanking> rankings, Map<Long, List<EntryMove>> byRanking) {
        Map<ReportedRanking, List<RankKey>> added = new LinkedHashMap<>();
        if (webhook.filter().includes(EventType.ENTRIES_ADDED)) {
            rankings.forEach(ranking -> added.put(ranking, newEntries(of(byRanking, ranking))));
        }
        added.values().removeIf(List::isEmpty);
        return added;
    }

    private static List<RankKey> newEntries(List<EntryMove> moves) {
        List<RankKey> entries = new ArrayList<>();
        for (EntryMove move : moves) {
            if (move.before() == null && move.after() != null) {
                entries.add(move.after());
            }
        }
        return entries.stream().sorted().toList();
    }

    private void addEntriesAdded(
            FollowedLeaderboard leaderboard,
            ReportedRanking ranking,
            List<RankKey> entries,
            Map<Long, MessageParticipant> participants) {
        for (int from = 0; from < entries.size(); from += MAX_ADDED) {
            List<RankKey> some = entries.subList(from, Math.min(from + MAX_ADDED, entries.size()));
            var scores = new ScoreFormat(leaderboard.decimals());
            Map<String, @Nullable Object> content = content(leaderboard, ranking);
            content.put(
                    "entries",
                    some.stream()
                            .map(entry -> entry(ranking, scores, entry, participants.get(entry.participantId())))
                            .toList());
            messages.add(WebhookMessage.of(EventType.ENTRIES_ADDED, now, content));
        }
    }

    private static Map<String, @Nullable Object> entry(
            ReportedRanking ranking, ScoreFormat scores, RankKey entry, @Nullable MessageParticipant participant) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("participant", MessageParts.participant(participant));
        part.putAll(scores(ranking, scores, entry));
        return part;
    }

    /** Scores are strings, as in GraphQL, so that no digit is lost. */
    private static Map<String, @Nullable Object> scores(
            ReportedRanking ranking, ScoreFormat scores, @Nullable RankKey place) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put(
                "score",
                place == null ? null : scores.format(ranking.sortOrder().score(place.sortKey())));
        part.put(
                "subscore",
                place == null ? null : Long.toString(ranking.sortOrder().score(place.subscoreKey())));
        return part;
    }

    private static Map<String, @Nullable Object> content(FollowedLeaderboard leaderboard, ReportedRanking ranking) {
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put("leaderboardKey", leaderboard.key());
        content.put("window", MessageParts.window(ranking.window()));
        content.put("group", MessageParts.group(ranking.group()));
        return content;
    }

    private static List<EntryMove> of(Map<Long, List<EntryMove>> moves, ReportedRanking ranking) {
        return Objects.requireNonNull(moves.get(ranking.id()));
    }

    /** All participants of these messages, by one statement. */
    private Map<Long, MessageParticipant> participants(Collection<List<RankKey>> added, ReportedTops reported) {
        Set<Long> ids = new HashSet<>();
        added.forEach(entries -> entries.forEach(entry -> ids.add(entry.participantId())));
        Stream.of(reported.changed(), reported.snapshots())
                .flatMap(tops -> tops.values().stream())
                .forEach(changes -> changes.forEach(change -> ids.add(change.participantId())));
        return ids.isEmpty() ? Map.of() : repository.participants(webhook.appId(), ids);
    }
}
