package laurel.live;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.change.ChangeFeed;
import laurel.change.LeaderboardChanges;
import laurel.database.connection.ConnectedServer;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.Visibility;
import laurel.live.WatchedParticipantRepository.WatchedParticipant;
import laurel.participant.ParticipantRef;
import laurel.ranking.Ranking;
import laurel.ranking.RankingRead;
import laurel.ranking.RankingRead.RankingReadResult;
import laurel.ranking.Rankings;
import laurel.request.EmissionBatch;
import laurel.request.RequestException;
import laurel.window.RankingKey;
import laurel.window.Window;
import laurel.window.WindowKey;
import laurel.window.WindowName;
import laurel.window.Windows;
import org.jspecify.annotations.Nullable;

/**
 * Reads followed rankings in one snapshot, with a few statements per partition, and emits what has changed.
 */
@Singleton
class Evaluation {
    private final Sql sql;
    private final ConnectedServer server;
    private final Leaderboards leaderboards;
    private final Windows windows;
    private final Rankings rankings;
    private final ChangeFeed feed;
    private final WatchedParticipantRepository watched;

    Evaluation(
            Sql sql,
            ConnectedServer server,
            Leaderboards leaderboards,
            Windows windows,
            Rankings rankings,
            ChangeFeed feed,
            WatchedParticipantRepository watched) {
        this.sql = sql;
        this.server = server;
        this.leaderboards = leaderboards;
        this.windows = windows;
        this.rankings = rankings;
        this.feed = feed;
        this.watched = watched;
    }

    /** A ranking to evaluate, its subscribers, and its leaderboard, which exists. */
    private record DueRanking(
            LiveRanking live, List<Following.Due> followings, Leaderboard leaderboard, WindowResolution resolution) {
        static DueRanking of(LiveRanking live, Leaderboard leaderboard, Instant now) {
            return new DueRanking(
                    live, live.due(), leaderboard, WindowResolution.of(live.followed(), leaderboard, now));
        }
    }

    /** A ranking to evaluate, and its window if there is one. */
    private record DueInWindow(DueRanking due, @Nullable Window window) {
        FollowedRanking followed() {
            return due.live.followed();
        }

        Optional<RankingKey> key() {
            return Optional.ofNullable(window)
                    .map(present -> new RankingKey(present.id(), followed().group()));
        }

        /** Whether the window is fixed and has expired: nothing follows it. */
        boolean isExpired() {
            return followed().window().isFixed() && window != null && window.expiredAt() != null;
        }
    }

    /** The emissions of one ranking, to be sent once all rankings are read. They are rendered with those of the others. */
    private record PendingEmission(LiveRanking live, Consumer<EmissionBatch> send) {}

    /**
     * Brings these rankings up to date, and emits events to their subscribers.
     *
     * @return the rankings that could not be read, with the reason; their subscribers receive nothing
     */
    Map<LiveRanking, Throwable> run(List<LiveRanking> due, Instant now) {
        Map<LiveRanking, Throwable> failed = new HashMap<>();
        run(due, now, failed);
        return failed;
    }

    /** If several rankings fail together, each half is retried, until the failing ranking is alone. */
    private void run(List<LiveRanking> due, Instant now, Map<LiveRanking, Throwable> failed) {
        if (due.isEmpty()) {
            return;
        }
        List<PendingEmission> pending = new ArrayList<>();
        try {
            sql.useSnapshot(() -> {
                watched.limitLockWait();
                due.forEach(live -> live.readFrom(server.current()));
                pending.addAll(read(due, now));
            });
        } catch (Throwable e) {
            if (due.size() == 1 || RetryingEvaluation.isOutage(e)) {
                due.forEach(live -> failed.put(live, e));
            } else {
                int half = due.size() / 2;
                run(due.subList(0, half), now, failed);
                run(due.subList(half, due.size()), now, failed);
            }
            return;
        }
        try (var batch = new EmissionBatch()) {
            pending.forEach(one -> send(one, batch, failed));
        }
    }

    private static void send(PendingEmission pending, EmissionBatch batch, Map<LiveRanking, Throwable> failed) {
        try {
            pending.send.accept(batch);
        } catch (Throwable e) {
            failed.put(pending.live, e);
        }
    }

    private List<PendingEmission> read(Collection<LiveRanking> rankingsDue, Instant now) {
        List<PendingEmission> pending = new ArrayList<>();
        List<DueInWindow> inWindows = inWindows(existing(rankingsDue, now, pending));
        inWindows.stream()
                .filter(DueInWindow::isExpired)
                .forEach(expired ->
                        pending.add(new PendingEmission(expired.due.live, batch -> end(expired.due.live, null))));
        List<DueInWindow> open =
                inWindows.stream().filter(one -> !one.isExpired()).toList();
        if (open.isEmpty()) {
            return pending;
        }
        resolveParticipants(open, now);
        List<RankingUpdate> updates = updates(open);
        Map<RankingUpdate, RankingRead> reads = new HashMap<>();
        updates.forEach(update -> update.read().ifPresent(read -> reads.put(update, read)));
        Map<RankingRead, RankingReadResult> seen = reads.isEmpty() ? Map.of() : rankings.read(reads.values());
        updates.forEach(update -> pending.add(
                new PendingEmission(update.live(), batch -> update.emit(result(reads.get(update), seen), batch))));
        return pending;
    }

    private static @Nullable RankingReadResult result(
            @Nullable RankingRead read, Map<RankingRead, RankingReadResult> seen) {
        return read == null ? null : seen.get(read);
    }

    /** The rankings of existing leaderboards. Subscriptions to the others end, as do those that may not read a private one. */
    private List<DueRanking> existing(Collection<LiveRanking> rankingsDue, Instant now, List<PendingEmission> pending) {
        Map<Integer, Leaderboard> byId = leaderboards.currentByIds(rankingsDue.stream()
                .map(live -> live.followed().leaderboardId())
                .collect(Collectors.toSet()));
        List<DueRanking> existing = new ArrayList<>();
        for (LiveRanking live : rankingsDue) {
            Leaderboard leaderboard = byId.get(live.followed().leaderboardId());
            try {
                if (leaderboard == null) {
                    pending.add(new PendingEmission(live, batch -> end(live, null)));
                } else {
                    if (leaderboard.definition().visibility() == Visibility.PRIVATE) {
                        pending.add(new PendingEmission(live, batch -> endPublic(live, leaderboard)));
                    }
                    existing.add(DueRanking.of(live, leaderboard, now));
                }
            } catch (RequestException e) {
                pending.add(new PendingEmission(live, batch -> end(live, e)));
            }
        }
        return existing;
    }

    private static void end(LiveRanking live, @Nullable RequestException reason) {
        live.subscribers().forEach(subscriber -> subscriber.end(reason));
    }

    /** Ends the subscriptions that may only read public leaderboards. */
    private static void endPublic(LiveRanking live, Leaderboard leaderboard) {
        live.subscribers().stream()
                .filter(subscriber -> !subscriber.readsPrivate())
                .forEach(subscriber -> subscriber.end(FollowedRanking.unknown(leaderboard.key())));
    }

    private List<DueInWindow> inWindows(List<DueRanking> due) {
        Map<WindowKey, Window> byKeys = windows.byKeys(
                due.stream().flatMap(one -> one.resolution.key().stream()).collect(Collectors.toSet()));
        Map<WindowName, Window> byNames = windows.byNames(
                due.stream().flatMap(one -> one.resolution.named().stream()).collect(Collectors.toSet()));
        Map<Long, Window> byIds = byIds(due);
        return due.stream()
                .map(one -> new DueInWindow(
                        one,
                        one.resolution
                                .key()
                                .map(byKeys::get)
                                .or(() -> one.resolution.named().map(byNames::get))
                                .or(() -> one.resolution.id().map(byIds::get))
                                .orElse(null)))
                .toList();
    }

    private Map<Long, Window> byIds(List<DueRanking> due) {
        Map<Integer, Set<Long>> ofApps = new HashMap<>();
        due.forEach(one -> one.resolution.id().ifPresent(id -> ofApps.computeIfAbsent(
                        one.leaderboard.appId(), app -> new HashSet<>())
                .add(id)));
        Map<Long, Window> byIds = new HashMap<>();
        ofApps.forEach((app, ids) -> byIds.putAll(windows.byIds(app, ids)));
        return byIds;
    }

    /** Looks up the ids of watched participants that were not known. */
    private void resolveParticipants(List<DueInWindow> open, Instant now) {
        Map<WatchedParticipant, List<LiveRanking>> unresolved = new HashMap<>();
        for (DueInWindow one : open) {
            for (ParticipantRef participant : one.due.live.unresolved(one.due.followings, now)) {
                if (participant.possible()) {
                    unresolved
                            .computeIfAbsent(
                                    new WatchedParticipant(one.due.leaderboard.appId(), participant),
                                    key -> new ArrayList<>())
                            .add(one.due.live);
                }
            }
        }
        if (!unresolved.isEmpty()) {
            watched.ids(List.copyOf(unresolved.keySet()))
                    .forEach((participant, id) -> requireNonNull(unresolved.get(participant))
                            .forEach(live -> live.resolve(participant.participant(), id)));
        }
    }

    private List<RankingUpdate> updates(List<DueInWindow> open) {
        Map<RankingKey, Ranking> found =
                rankings.byKeys(open.stream().flatMap(one -> one.key().stream()).collect(Collectors.toSet()));
        Map<Integer, LeaderboardChanges> changes = feed.since(
                positions(open), found.values().stream().map(Ranking::id).toList());
        return open.stream()
                .map(one -> {
                    one.due.live.setWindowEnd(one.due.resolution.until());
                    return new RankingUpdate(
                            one.due.live,
                            one.due.followings,
                            one.window,
                            one.key().map(found::get).orElse(null),
                            requireNonNull(changes.get(one.followed().leaderboardId())));
                })
                .toList();
    }

    /** By leaderboard, the positions of the last states and of the subscribers that resume. */
    private static Map<Integer, List<Long>> positions(List<DueInWindow> open) {
        return open.stream()
                .collect(Collectors.groupingBy(
                        one -> one.followed().leaderboardId(),
                        Collectors.flatMapping(Evaluation::sequences, Collectors.toList())));
    }

    private static Stream<Long> sequences(DueInWindow one) {
        RankingState state = one.due.live.state();
        return Stream.concat(
                Stream.ofNullable(state).map(RankingState::sequence),
                one.due.followings.stream()
                        .flatMap(group -> group.joining().stream())
                        .map(LiveSubscriber::after)
                        .filter(Objects::nonNull)
                        .map(LiveCursor::sequence));
    }
}
