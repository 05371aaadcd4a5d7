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
import laurel.ranking.RankingRead.Seen;
import laurel.ranking.Standing;
import laurel.request.Emission;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a followed ranking comes from the state that was told last to that of a snapshot. */
final class RankingUpdate {
    private static final Logger LOG = LoggerFactory.getLogger(RankingUpdate.class);

    private final LiveRanking live;
    private final List<LiveSubscriber> subscribers;
    private final Set<LiveSubscriber> busy;
    private final long windowId;
    private final @Nullable Ranking ranking;
    private final LeaderboardChanges changes;
    private final @Nullable RankingState before;
    /** What has changed since; null where that is not told, so that all is read. */
    private final @Nullable NetMoves since;

    private final Optional<RankingRead> look;

    /**
     * @param busy     those of the subscribers who are passed over this time
     * @param windowId 0 where there is no window
     * @param ranking  null where nobody has stood in it
     */
    RankingUpdate(
            LiveRanking live,
            List<LiveSubscriber> subscribers,
            Set<LiveSubscriber> busy,
            long windowId,
            @Nullable Ranking ranking,
            LeaderboardChanges changes) {
        this.live = live;
        this.subscribers = subscribers;
        this.busy = busy;
        this.windowId = windowId;
        this.ranking = ranking;
        this.changes = changes;
        this.before = live.state();
        this.since = before == null || moved() || before.ranking() == null || ranking == null
                ? null
                : changes.since(ranking.id(), before.sequence());
        this.look = isStill() ? Optional.empty() : toRead();
    }

    /** Whether there is nothing to tell anybody. */
    private boolean isStill() {
        return since != null && since.isEmpty() && subscribers.stream().noneMatch(this::isJoining);
    }

    /** Whether it waits to be told where it joins. */
    private boolean isJoining(LiveSubscriber subscriber) {
        return !subscriber.joined() && !busy.contains(subscriber);
    }

    /** Whether all that follow it are to be told all of it. */
    private boolean moved() {
        return before == null || before.windowId() != windowId;
    }

    LiveRanking live() {
        return live;
    }

    /** What is to be read for it; empty where what has changed says all. */
    Optional<RankingRead> look() {
        return look;
    }

    private Optional<RankingRead> toRead() {
        if (ranking == null) {
            return Optional.empty();
        }
        Set<Long> whole = whole();
        Set<Long> others = watched(subscribers);
        others.removeAll(whole);
        if (since != null && before != null) {
            Set<Long> moved = since.among(others);
            others.removeAll(before.known());
            others.addAll(moved);
        }
        RankingRead of = new RankingRead(ranking, topToRead(), others, whole, scores());
        boolean nothing = of.top() == 0
                && others.isEmpty()
                && whole.isEmpty()
                && of.scores().isEmpty();
        return since != null && nothing ? Optional.empty() : Optional.of(of);
    }

    /** Those of whom all is told: it follows from nobody's shifts, so any means that they are read again. */
    private Set<Long> whole() {
        boolean known = since != null && since.isEmpty();
        return watched(subscribers.stream()
                .filter(one -> one.wanted() instanceof Interest.Ranks ranks && ranks.whole())
                .filter(one -> !known || isJoining(one))
                .toList());
    }

    private int topToRead() {
        int resumed = joining(Interest.Top.class)
                .mapToInt(one -> {
                    NetMoves missed = missed(one);
                    return missed == null || missed.isEmpty()
                            ? 0
                            : ((Interest.Top) one.wanted()).first() + missed.size();
                })
                .max()
                .orElse(0);
        boolean read = since == null || before == null || before.size() < size() || before.touchedBy(since);
        return Math.max(resumed, read || resumed > 0 ? size() : 0);
    }

    /** The scores of then of those who are watched, who moved while their watcher was away. */
    private Set<RankKey> scores() {
        Set<RankKey> scores = new HashSet<>();
        joining(Interest.Ranks.class).forEach(one -> {
            NetMoves missed = missed(one);
            if (missed != null) {
                missed.among(live.ids((Interest.Ranks) one.wanted())).stream()
                        .map(missed::from)
                        .filter(Objects::nonNull)
                        .forEach(scores::add);
            }
        });
        return scores;
    }

    private Stream<LiveSubscriber> joining(Class<? extends Interest> wanted) {
        return subscribers.stream().filter(one -> isJoining(one) && wanted.isInstance(one.wanted()));
    }

    /** What has changed since one who comes back went away; null where it is to be told all. */
    private @Nullable NetMoves missed(LiveSubscriber subscriber) {
        LiveCursor after = subscriber.after();
        return after == null || after.windowId() != windowId
                ? null
                : changes.since(ranking == null ? 0 : ranking.id(), after.sequence());
    }

    private int size() {
        return subscribers.stream()
                .mapToInt(one -> one.wanted() instanceof Interest.Top top ? top.first() : 0)
                .max()
                .orElse(0);
    }

    private Set<Long> watched(List<LiveSubscriber> watchers) {
        return live.ids(watchers).collect(Collectors.toCollection(HashSet::new));
    }

    /**
     * Makes the state the one of the snapshot, and tells those who follow.
     *
     * @param seen what was read; null where nothing was
     */
    void tell(@Nullable Seen seen) {
        if (isStill()) {
            live.reach(earlier().at(changes.position()));
            return;
        }
        RankingState after = state(seen);
        live.reach(after);
        RankingEvents emissions = new RankingEvents(live, before, after, seen);
        live.change(subscribers, wanted -> moved() || emissions.hasChanged(wanted), after.cursor());
        for (LiveSubscriber subscriber : subscribers) {
            if (busy.contains(subscriber)) {
                subscriber.passOver();
            } else {
                tell(subscriber, emissions, after.cursor());
            }
        }
    }

    /** What fails for one is no matter to the others. */
    private void tell(LiveSubscriber subscriber, RankingEvents emissions, LiveCursor cursor) {
        try {
            subscriber.tell(told(subscriber, emissions), cursor);
        } catch (Throwable e) {
            LOG.error(
                    "A subscription to the board {} has failed", live.followed().board(), e);
            subscriber.end(new RequestException(
                    RequestErrorCode.INTERNAL, "The subscription has failed; resume it with `after`.", e));
        }
    }

    private @Nullable Emission told(LiveSubscriber subscriber, RankingEvents emissions) {
        if (subscriber.joined() && !moved()) {
            return emissions.increment(subscriber.wanted(), last(subscriber));
        }
        NetMoves missed = subscriber.joined() ? null : missed(subscriber);
        return missed == null
                ? emissions.full(subscriber.wanted())
                : emissions.resumed(subscriber.wanted(), last(subscriber), missed);
    }

    private static LiveCursor last(LiveSubscriber subscriber) {
        return Objects.requireNonNull(subscriber.after());
    }

    private RankingState state(@Nullable Seen seen) {
        Set<Long> known = watched(subscribers);
        if (ranking == null) {
            return new RankingState(changes.position(), windowId, null, 0, size(), List.of(), known, Map.of());
        }
        int total = seen == null ? earlier().total() + shifted().more() : seen.total();
        return new RankingState(
                changes.position(),
                windowId,
                ranking,
                total,
                size(),
                top(seen, total),
                known,
                standings(known, seen, total));
    }

    private List<Standing> top(@Nullable Seen seen, int total) {
        boolean read = since == null || look.filter(of -> of.top() > 0).isPresent();
        return read
                ? Objects.requireNonNull(seen).top().stream().limit(size()).toList()
                : earlier().first(size()).stream()
                        .map(standing -> standing.passedBy(0, 0, total))
                        .toList();
    }

    private Map<Long, Standing> standings(Set<Long> known, @Nullable Seen seen, int total) {
        Map<Long, Standing> standings = new HashMap<>();
        Set<Long> read = look.map(of -> Stream.concat(of.participants().stream(), of.whole().stream())
                        .collect(Collectors.toSet()))
                .orElse(Set.of());
        for (long id : known) {
            Standing standing = read.contains(id)
                    ? Objects.requireNonNull(seen).standings().get(id)
                    : passed(earlier().watched().get(id), total);
            if (standing != null) {
                standings.put(id, standing);
            }
        }
        return standings;
    }

    private @Nullable Standing passed(@Nullable Standing standing, int total) {
        return standing == null
                ? null
                : standing.passedBy(
                        shifted().moreBetter(standing.place()), shifted().moreBefore(standing.place()), total);
    }

    private RankingState earlier() {
        return Objects.requireNonNull(before);
    }

    private NetMoves shifted() {
        return Objects.requireNonNull(since);
    }
}
