package laurel.live;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import laurel.graphql.Emission;
import laurel.index.EntryPlace;
import laurel.index.Shifted;
import laurel.ranking.Look.Seen;
import laurel.ranking.Standing;
import org.jspecify.annotations.Nullable;

/** What is told of one step of a ranking: one emission for all who are told the same. */
final class Emissions {
    private final LiveRanking live;
    private final @Nullable State before;
    private final State after;
    private final @Nullable Seen seen;
    private final Map<Wanted, Emission> full = new HashMap<>();
    private final Map<Wanted, Optional<Emission>> increments = new HashMap<>();
    private final Map<Resumed, Optional<Emission>> resumed = new HashMap<>();

    /** Those who missed the same are told the same. */
    private record Resumed(Wanted wanted, Shifted missed) {}

    /** @param seen what was read for it; null where nothing was */
    Emissions(LiveRanking live, @Nullable State before, State after, @Nullable Seen seen) {
        this.live = live;
        this.before = before;
        this.after = after;
        this.seen = seen;
    }

    /** All of what is wanted. */
    Emission full(Wanted wanted) {
        return full.computeIfAbsent(wanted, w -> switch (w) {
            case Wanted.Top top -> emission(top(top, true, List.of(), after.first(top.first())));
            case Wanted.Ranks ranks -> emission(ranks(ranks, true, all(ranks)));
        });
    }

    /** What has changed since the state before; null where nothing has. */
    @Nullable
    Emission increment(Wanted wanted) {
        return increments
                .computeIfAbsent(wanted, w -> switch (w) {
                    case Wanted.Top top -> increment(top);
                    case Wanted.Ranks ranks -> increment(ranks);
                })
                .orElse(null);
    }

    /** The same since another state. */
    @Nullable
    Emission resumed(Wanted wanted, Shifted missed) {
        return resumed.computeIfAbsent(
                        new Resumed(wanted, missed),
                        key -> Optional.ofNullable(
                                switch (wanted) {
                                    case Wanted.Top top -> resumed(top, missed);
                                    case Wanted.Ranks ranks -> resumed(ranks, missed);
                                }))
                .orElse(null);
    }

    private Optional<Emission> increment(Wanted.Top top) {
        var diff = ListDiff.between(
                earlier().first(top.first()), after.first(top.first()), Standing::participantId, Standing::sameEntry);
        return Optional.ofNullable(told(top, diff));
    }

    private @Nullable Emission resumed(Wanted.Top top, Shifted missed) {
        if (missed.isEmpty()) {
            return null;
        }
        List<EntryPlace> now = seen == null
                ? List.of()
                : seen.top().stream().map(Standing::place).toList();
        List<Long> then = missed.undo(now, top.first()).stream()
                .map(EntryPlace::participantId)
                .toList();
        return told(
                top,
                ListDiff.of(
                        then,
                        after.first(top.first()),
                        Standing::participantId,
                        standing -> missed.has(standing.participantId())));
    }

    private @Nullable Emission told(Wanted.Top top, ListDiff<Long, Standing> diff) {
        return diff.isEmpty() ? null : emission(top(top, false, diff.left(), diff.placed()));
    }

    private TopChange top(Wanted.Top top, boolean whole, List<Long> left, List<Standing> placed) {
        return new TopChange(after.sequence(), cursor(top), whole, window(), after.total(), left, placed);
    }

    private List<RankChange> all(Wanted.Ranks ranks) {
        return live.ids(ranks).stream()
                .map(id -> after.watched().get(id))
                .filter(Objects::nonNull)
                .map(RankChange::of)
                .toList();
    }

    private Optional<Emission> increment(Wanted.Ranks ranks) {
        return Optional.ofNullable(told(
                ranks,
                id -> RankChange.between(
                        id, earlier().watched().get(id), after.watched().get(id))));
    }

    private @Nullable Emission resumed(Wanted.Ranks ranks, Shifted missed) {
        return missed.isEmpty() ? null : told(ranks, id -> missed(id, missed));
    }

    private Optional<RankChange> missed(long id, Shifted missed) {
        Standing standing = after.watched().get(id);
        boolean moved = missed.has(id);
        EntryPlace place = moved ? missed.from(id) : standing == null ? null : standing.place();
        if (place == null) {
            return RankChange.between(id, (Integer) null, standing, true);
        }
        int better = moved
                ? Objects.requireNonNull(Objects.requireNonNull(seen).better().get(place))
                : Objects.requireNonNull(
                                Objects.requireNonNull(standing).ranks().rank())
                        - 1;
        return RankChange.between(id, better + 1 - missed.moreBetter(place), standing, moved);
    }

    private @Nullable Emission told(Wanted.Ranks ranks, Function<Long, Optional<RankChange>> change) {
        List<RankChange> changes =
                live.ids(ranks).stream().map(change).flatMap(Optional::stream).toList();
        return changes.isEmpty() ? null : emission(ranks(ranks, false, changes));
    }

    private RankChanges ranks(Wanted.Ranks ranks, boolean whole, List<RankChange> changes) {
        return new RankChanges(after.sequence(), cursor(ranks), whole, window(), changes);
    }

    private static Emission emission(TopChange change) {
        return new Emission(change, change.cursor());
    }

    private static Emission emission(RankChanges changes) {
        return new Emission(changes, changes.cursor());
    }

    private String cursor(Wanted wanted) {
        return after.cursor().text(wanted.name() + ":" + live.followed().name());
    }

    private @Nullable Long window() {
        return after.windowId() == 0 ? null : Long.valueOf(after.windowId());
    }

    private State earlier() {
        return Objects.requireNonNull(before);
    }

    /** Where watched participants stand, or what has become of them since what was told before. */
    record RankChanges(
            long sequence,
            String cursor,
            boolean full,
            @Nullable Long windowId,
            List<RankChange> changes) {}

    /**
     * The top of a ranking, or how it has changed since what was told before.
     *
     * @param left   ids of the participants who are in it no more
     * @param placed who stands in it now: all of it where it is full, else who came or changed
     */
    record TopChange(
            long sequence,
            String cursor,
            boolean full,
            @Nullable Long windowId,
            int total,
            List<Long> left,
            List<Standing> placed) {}
}
