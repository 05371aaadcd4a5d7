package laurel.live;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.change.LeaderboardChanges;
import laurel.rankindex.NetMoves;
import laurel.rankindex.RankKey;
import laurel.ranking.Ranking;
import laurel.ranking.RankingRead;
import laurel.ranking.RankingRead.RankingReadResult;
import laurel.ranking.Standing;
import laurel.request.EmissionBatch;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.window.Window;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings a followed ranking from its last state to the state of a snapshot: decides what to read, then emits events. */
final class RankingUpdate {
    private static final Logger LOG = LoggerFactory.getLogger(RankingUpdate.class);

    private final LiveRanking live;
    private final List<Following.Due> due;
    private final @Nullable Window window;
    private final @Nullable Ranking ranking;
    private final LeaderboardChanges changes;
    private final @Nullable RankingState before;
    /** Moves since the last state; null if they are not known, so that the whole state is read. */
    private final @Nullable NetMoves moves;

    /** The participants whose ranks are followed. */
    private final Set<Long> watched;
    /** Number of standings from the top that are followed. */
    private final int size;

    private final AroundUpdate around;
    private final Optional<RankingRead> read;

    /**
     * @param due     the subscribers
     * @param window  null if there is none
     * @param ranking null before its first entry, and after its window has expired
     */
    RankingUpdate(
            LiveRanking live,
            List<Following.Due> due,
            @Nullable Window window,
            @Nullable Ranking ranking,
            LeaderboardChanges changes) {
        this.live = live;
        this.due = due;
        this.window = window;
        this.ranking = ranking;
        this.changes = changes;
        this.before = live.state();
        this.moves = before == null || hasNewWindow() || before.ranking() == null || ranking == null
                ? null
                : changes.since(ranking.id(), before.sequence());
        this.watched = watched(due);
        this.size = due.stream()
                .mapToInt(one -> one.interest() instanceof Interest.Top top ? top.first() : 0)
                .max()
                .orElse(0);
        this.around = new AroundUpdate(before, moves);
        this.read = isUnchanged() ? Optional.empty() : toRead();
    }

    /** Whether no subscriber receives an event. */
    private boolean isUnchanged() {
        return moves != null
                && moves.isEmpty()
                && due.stream()
                        .noneMatch(one -> one.isJoined() || one.following().hasLost(live));
    }

    /** Whether the window is another than before, so that all subscribers receive a snapshot. */
    private boolean hasNewWindow() {
        return before == null || before.windowId() != windowId();
    }

    /** 0 if there is no window. */
    private long windowId() {
        return window == null ? 0 : window.id();
    }

    LiveRanking live() {
        return live;
    }

    /** What to read; empty if the moves are enough. */
    Optional<RankingRead> read() {
        return read;
    }

    private Optional<RankingRead> toRead() {
        if (ranking == null) {
            return Optional.empty();
        }
        Set<Long> whole = whole();
        Set<Long> others = new HashSet<>();
        for (Long id : watched) {
            if (!whole.contains(id)
                    && (moves == null
                            || before == null
                            || moves.has(id)
                            || !before.known().contains(id))) {
                others.add(id);
            }
        }
        around.add(live, due, this::missed);
        RankingRead of = new RankingRead(
                ranking, topToRead(), others, whole, scores(), around.reads(), around.neighbours(), moves == null);
        return moves != null && of.isEmpty() ? Optional.empty() : Optional.of(of);
    }

    /** Participants with selected fields that moves do not determine: they are read again after any move. */
    private Set<Long> whole() {
        boolean unchanged = moves != null && moves.isEmpty();
        return watched(due.stream()
                .filter(one -> one.interest() instanceof Interest.Ranks ranks && ranks.whole())
                .filter(one -> !unchanged || one.isJoined())
                .toList());
    }

    private int topToRead() {
        int resumed = due.stream()
                .filter(one -> one.isJoined() && one.interest() instanceof Interest.Top)
                .flatMap(one -> one.joining().stream())
                .mapToInt(one -> {
                    NetMoves missed = missed(one);
                    return missed == null || missed.isEmpty()
                            ? 0
                            : ((Interest.Top) one.interest()).first() + missed.size();
                })
                .max()
                .orElse(0);
        boolean stale = moves == null || before == null || before.size() < size || before.touchedBy(moves);
        return Math.max(resumed, stale || resumed > 0 ? size : 0);
    }

    /** The earlier scores of watched participants that moved while their subscriber was away. */
    private Set<RankKey> scores() {
        Set<RankKey> scores = new HashSet<>();
        for (Following.Due group : due) {
            Interest.Ranks ranks = group.ranks();
            if (ranks != null && group.isJoined()) {
                group.joining().stream()
                        .map(this::missed)
                        .filter(Objects::nonNull)
                        .forEach(missed -> missed.participants(live.ids(ranks)).stream()
                                .map(missed::from)
                                .filter(Objects::nonNull)
                                .forEach(scores::add));
            }
        }
        return scores;
    }

    /** The moves that a resuming subscriber has missed; null if it receives a snapshot: an expiry has none, for example. */
    private @Nullable NetMoves missed(LiveSubscriber subscriber) {
        LiveCursor after = subscriber.after();
        NetMoves missed =
                after == null || after.windowId() != windowId() || (window != null && window.expiredAt() != null)
                        ? null
                        : changes.since(ranking == null ? 0 : ranking.id(), after.sequence());
        return missed == null || AroundUpdate.canUndo(live, subscriber.interest(), missed) ? missed : null;
    }

    private Set<Long> watched(List<Following.Due> groups) {
        Set<Long> ids = new HashSet<>();
        for (Following.Due group : groups) {
            Interest.Ranks ranks = group.ranks();
            if (ranks != null) {
                ids.addAll(live.ids(ranks));
            }
        }
        return ids;
    }

    /**
     * Updates the state, and emits the events.
     *
     * @param seen  what was read; null if nothing was
     * @param batch renders the events
     */
    void emit(@Nullable RankingReadResult seen, EmissionBatch batch) {
        if (isUnchanged()) {
            live.setState(earlier().at(changes.position()));
            return;
        }
        RankingState after = state(seen);
        live.setState(after);
        var update = new RankingTransition(live, before, after, seen, around, batch);
        for (Following.Due group : due) {
            emit(group, new RankingEvents(update, group.following()), after.cursor());
        }
    }

    private void emit(Following.Due group, RankingEvents events, LiveCursor cursor) {
        if (group.following().hasLastChange() && (hasNewWindow() || events.hasChanged())) {
            group.following().setLastChange(cursor);
        }
        boolean lost = group.following().hasLost(live);
        group.busy().forEach(subscriber -> subscriber.skip(lost));
        group.ready().forEach(subscriber -> emit(subscriber, events, cursor));
        events.finish();
    }

    /** A failure ends this subscription, and no other. */
    private void emit(LiveSubscriber subscriber, RankingEvents events, LiveCursor cursor) {
        try {
            NetMoves missed = subscriber.current() ? null : missed(subscriber);
            if (subscriber.current() && !hasNewWindow()) {
                subscriber.emit(events.increment(subscriber.base()), cursor);
            } else if (missed == null) {
                // The snapshot has the cursor of the last change, so the next event is based on that.
                subscriber.emit(events.snapshot(), events.lastChange());
            } else {
                subscriber.emit(events.resumed(subscriber.base(), missed), cursor);
            }
        } catch (Throwable e) {
            LOG.error(
                    "A subscription to leaderboard {} has failed",
                    live.followed().leaderboardId(),
                    e);
            subscriber.end(new RequestException(
                    RequestErrorCode.INTERNAL, "The subscription has failed; resume it with `after`.", e));
        }
    }

    /** After an expiry it has the earlier ranking, which the IDs of removed standings contain. */
    private RankingState state(@Nullable RankingReadResult seen) {
        if (ranking == null) {
            Ranking expired = hasNewWindow() ? null : earlier().ranking();
            return new RankingState(
                    changes.position(), windowId(), expired, 0, size, List.of(), watched, Map.of(), Map.of());
        }
        int entryCount = moves == null
                ? Objects.requireNonNull(Objects.requireNonNull(seen).total())
                : earlier().entryCount() + moves.more();
        return new RankingState(
                changes.position(),
                windowId(),
                ranking,
                entryCount,
                size,
                top(seen, entryCount),
                watched,
                standings(seen, entryCount),
                around.next(seen, entryCount));
    }

    private List<Standing> top(@Nullable RankingReadResult seen, int entryCount) {
        boolean isRead = moves == null || read.filter(of -> of.top() > 0).isPresent();
        return isRead
                ? Standing.ofTop(
                        Objects.requireNonNull(seen).top().stream().limit(size).toList(), entryCount)
                : earlier().first(size).stream()
                        .map(standing -> standing.passedBy(0, 0, entryCount))
                        .toList();
    }

    private Map<Long, Standing> standings(@Nullable RankingReadResult seen, int entryCount) {
        Map<Long, Standing> standings = new HashMap<>();
        Set<Long> readIds = read.map(of -> Stream.concat(of.participants().stream(), of.whole().stream())
                        .collect(Collectors.toSet()))
                .orElse(Set.of());
        for (Long id : watched) {
            Standing standing = readIds.contains(id)
                    ? Objects.requireNonNull(seen).standings().get(id)
                    : passed(earlier().watched().get(id), entryCount);
            if (standing != null) {
                standings.put(id, standing);
            }
        }
        return standings;
    }

    private @Nullable Standing passed(@Nullable Standing standing, int entryCount) {
        return standing == null
                ? null
                : standing.passedBy(
                        knownMoves().moreBetter(standing.key()), knownMoves().moreBefore(standing.key()), entryCount);
    }

    private RankingState earlier() {
        return Objects.requireNonNull(before);
    }

    private NetMoves knownMoves() {
        return Objects.requireNonNull(moves);
    }
}
