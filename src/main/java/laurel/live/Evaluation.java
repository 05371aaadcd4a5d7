package laurel.live;

import static java.util.Objects.requireNonNull;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.change.Change;
import laurel.change.EntryMoves;
import laurel.change.LeaderboardChanges;
import laurel.change.Outbox;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.live.WatchedParticipantRepository.Watched;
import laurel.participant.ParticipantRef;
import laurel.ranking.Ranking;
import laurel.ranking.RankingRead;
import laurel.ranking.RankingRead.Seen;
import laurel.ranking.Rankings;
import laurel.request.RequestException;
import laurel.window.RankingKey;
import laurel.window.Window;
import laurel.window.WindowKey;
import laurel.window.WindowName;
import laurel.window.Windows;
import org.jspecify.annotations.Nullable;

/**
 * Reads rankings that are followed, all of one snapshot, by a few statements for each partition; and tells what
 * has changed.
 */
@Singleton
class Evaluation {
    private final Sql sql;
    private final Leaderboards leaderboards;
    private final Windows windows;
    private final Rankings rankings;
    private final Outbox outbox;
    private final EntryMoves shifts;
    private final WatchedParticipantRepository watched;

    Evaluation(
            Sql sql,
            Leaderboards leaderboards,
            Windows windows,
            Rankings rankings,
            Outbox outbox,
            EntryMoves shifts,
            WatchedParticipantRepository watched) {
        this.sql = sql;
        this.leaderboards = leaderboards;
        this.windows = windows;
        this.rankings = rankings;
        this.outbox = outbox;
        this.shifts = shifts;
        this.watched = watched;
    }

    /** A ranking to look at, those who follow it, and its board, which is there. */
    private record Due(
            LiveRanking live,
            List<LiveSubscriber> subscribers,
            Set<LiveSubscriber> busy,
            Leaderboard board,
            WindowResolution sought) {
        static Due of(LiveRanking live, Leaderboard board, Instant now) {
            List<LiveSubscriber> subscribers = live.subscribers();
            Set<LiveSubscriber> busy =
                    subscribers.stream().filter(LiveSubscriber::isBusy).collect(Collectors.toSet());
            return new Due(live, subscribers, busy, board, WindowResolution.of(live.followed(), board, now));
        }
    }

    /** A ranking to look at in a window, if there is one. */
    private record InWindow(Due due, @Nullable Window window) {
        FollowedRanking followed() {
            return due.live.followed();
        }

        Optional<RankingKey> key() {
            return Optional.ofNullable(window)
                    .map(present -> new RankingKey(present.id(), followed().group()));
        }

        /** What is named stays what it is until it is gone. */
        boolean isGone() {
            return followed().window().isFixed() && window != null && window.expiredAt() != null;
        }
    }

    /** What is to be told of one ranking, once all are read. */
    private record Told(LiveRanking live, Runnable tell) {}

    /**
     * Brings these to what is now, and tells those who follow them.
     *
     * @return those that could not be read, and why; nobody is told anything of them
     */
    Map<LiveRanking, Throwable> run(List<LiveRanking> due, Instant now) {
        Map<LiveRanking, Throwable> failed = new HashMap<>();
        run(due, now, failed, false);
        return failed;
    }

    /** What one of several makes fail is tried again by halves, until that one is alone. */
    private void run(List<LiveRanking> due, Instant now, Map<LiveRanking, Throwable> failed, boolean again) {
        if (due.isEmpty()) {
            return;
        }
        List<Told> told = new ArrayList<>();
        try {
            sql.useSnapshot(() -> {
                if (again) {
                    watched.hurry();
                }
                told.addAll(read(due, now));
            });
        } catch (Throwable e) {
            if (due.size() == 1 || RetryingEvaluation.isOutage(e)) {
                due.forEach(live -> failed.put(live, e));
            } else {
                int half = due.size() / 2;
                run(due.subList(0, half), now, failed, true);
                run(due.subList(half, due.size()), now, failed, true);
            }
            return;
        }
        told.forEach(one -> tell(one, failed));
    }

    private static void tell(Told told, Map<LiveRanking, Throwable> failed) {
        try {
            told.tell.run();
        } catch (Throwable e) {
            failed.put(told.live, e);
        }
    }

    private List<Told> read(Collection<LiveRanking> rankingsDue, Instant now) {
        List<Told> told = new ArrayList<>();
        List<InWindow> inWindows = inWindows(present(rankingsDue, now, told));
        inWindows.stream()
                .filter(InWindow::isGone)
                .forEach(gone -> told.add(new Told(gone.due.live, () -> end(gone.due.live, null))));
        List<InWindow> there = inWindows.stream().filter(one -> !one.isGone()).toList();
        if (there.isEmpty()) {
            return told;
        }
        meet(there);
        List<RankingUpdate> steps = steps(there);
        Map<RankingUpdate, RankingRead> looks = new HashMap<>();
        steps.forEach(step -> step.look().ifPresent(look -> looks.put(step, look)));
        Map<RankingRead, Seen> seen = looks.isEmpty() ? Map.of() : rankings.seen(looks.values());
        steps.forEach(step -> told.add(new Told(step.live(), () -> step.tell(seenFor(looks.get(step), seen)))));
        return told;
    }

    private static @Nullable Seen seenFor(@Nullable RankingRead look, Map<RankingRead, Seen> seen) {
        return look == null ? null : seen.get(look);
    }

    /** Those whose boards are there; of the others it is told that they end. */
    private List<Due> present(Collection<LiveRanking> rankingsDue, Instant now, List<Told> told) {
        Map<Integer, Leaderboard> boards = leaderboards.byIds(
                rankingsDue.stream().map(live -> live.followed().board()).collect(Collectors.toSet()));
        List<Due> present = new ArrayList<>();
        for (LiveRanking live : rankingsDue) {
            Leaderboard board = boards.get(live.followed().board());
            try {
                if (board == null) {
                    told.add(new Told(live, () -> end(live, null)));
                } else {
                    present.add(Due.of(live, board, now));
                }
            } catch (RequestException e) {
                told.add(new Told(live, () -> end(live, e)));
            }
        }
        return present;
    }

    private static void end(LiveRanking live, @Nullable RequestException reason) {
        live.subscribers().forEach(subscriber -> subscriber.end(reason));
    }

    private List<InWindow> inWindows(List<Due> due) {
        Map<WindowKey, Window> byKeys = windows.byKeys(
                due.stream().flatMap(one -> one.sought.key().stream()).collect(Collectors.toSet()));
        Map<WindowName, Window> byNames = windows.byNames(
                due.stream().flatMap(one -> one.sought.named().stream()).collect(Collectors.toSet()));
        Map<Long, Window> byIds = new HashMap<>();
        due.forEach(
                one -> one.sought.id().ifPresent(id -> byIds.putAll(windows.byIds(one.board.appId(), List.of(id)))));
        return due.stream()
                .map(one -> new InWindow(
                        one,
                        one.sought
                                .key()
                                .map(byKeys::get)
                                .or(() -> one.sought.named().map(byNames::get))
                                .or(() -> one.sought.id().map(byIds::get))
                                .orElse(null)))
                .toList();
    }

    /** Learns the ids of those who are watched and were not known. */
    private void meet(List<InWindow> there) {
        Map<Watched, List<LiveRanking>> strangers = new HashMap<>();
        for (InWindow one : there) {
            for (ParticipantRef who : one.due.live.strangers(one.due.subscribers)) {
                if (who.possible()) {
                    strangers
                            .computeIfAbsent(new Watched(one.due.board.appId(), who), key -> new ArrayList<>())
                            .add(one.due.live);
                }
            }
        }
        if (!strangers.isEmpty()) {
            watched.ids(List.copyOf(strangers.keySet()))
                    .forEach((stranger, id) ->
                            requireNonNull(strangers.get(stranger)).forEach(live -> live.met(stranger.who(), id)));
        }
    }

    private List<RankingUpdate> steps(List<InWindow> there) {
        Map<RankingKey, Ranking> found = rankings.byKeys(
                there.stream().flatMap(one -> one.key().stream()).collect(Collectors.toSet()));
        Map<Integer, LeaderboardChanges> changes =
                changes(there, found.values().stream().map(Ranking::id).toList());
        return there.stream()
                .map(one -> {
                    one.due.live.standsUntil(one.due.sought.until());
                    return new RankingUpdate(
                            one.due.live,
                            one.due.subscribers,
                            one.due.busy,
                            one.window == null ? 0 : one.window.id(),
                            one.key().map(found::get).orElse(null),
                            requireNonNull(changes.get(one.followed().board())));
                })
                .toList();
    }

    /** By board, since the first sequence that somebody is at and that is still told. */
    private Map<Integer, LeaderboardChanges> changes(List<InWindow> there, List<Long> ids) {
        long floor = outbox.floor();
        Map<Integer, Long> froms = new HashMap<>();
        there.forEach(one -> sequences(one)
                .filter(sequence -> sequence >= floor)
                .forEach(sequence -> froms.merge(one.followed().board(), sequence, Math::min)));
        Map<Integer, Long> positions = outbox.positions(
                there.stream().map(one -> one.followed().board()).collect(Collectors.toSet()));
        Map<Integer, List<Change>> found = shifts.since(froms, ids);
        return positions.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, board -> {
            long from = froms.getOrDefault(board.getKey(), board.getValue());
            return new LeaderboardChanges(board.getValue(), from, found.getOrDefault(board.getKey(), List.of()));
        }));
    }

    private static Stream<Long> sequences(InWindow one) {
        RankingState state = one.due.live.state();
        return Stream.concat(
                Stream.ofNullable(state).map(RankingState::sequence),
                one.due.subscribers.stream()
                        .filter(subscriber -> !subscriber.joined() && !one.due.busy.contains(subscriber))
                        .map(LiveSubscriber::after)
                        .filter(Objects::nonNull)
                        .map(LiveCursor::sequence));
    }
}
