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

/** The events of one step of a ranking: one emission for all subscribers who get the same event. */
final class Emissions {
    private final LiveRanking live;
    private final @Nullable State before;
    private final State after;
    private final @Nullable Seen seen;
    private final Map<Wanted, Emission> full = new HashMap<>();
    private final Map<Wanted, Change> changes = new HashMap<>();
    private final Map<Based, Optional<Emission>> increments = new HashMap<>();
    private final Map<Resumed, Optional<Emission>> resumed = new HashMap<>();

    /** Subscribers of the same whose last event is the same get the same. */
    private record Based(Wanted wanted, LiveCursor base) {}

    /** Subscribers who missed the same get the same. */
    private record Resumed(Wanted wanted, LiveCursor base, Shifted missed) {}

    /** What has changed of something wanted. */
    private sealed interface Change {
        boolean isEmpty();

        record OfTop(Wanted.Top top, ListDiff<Long, Standing> diff) implements Change {
            @Override
            public boolean isEmpty() {
                return diff.isEmpty();
            }
        }

        record OfRanks(Wanted.Ranks ranks, List<WatchedStandingChange> changes) implements Change {
            @Override
            public boolean isEmpty() {
                return changes.isEmpty();
            }
        }
    }

    /** @param seen what was read for it; null where nothing was */
    Emissions(LiveRanking live, @Nullable State before, State after, @Nullable Seen seen) {
        this.live = live;
        this.before = before;
        this.after = after;
        this.seen = seen;
    }

    /**
     * The whole list. Its cursor is that of the list's last change, so that subscribers who come while the list stays the same
     * get the same events as those who were there.
     */
    Emission full(Wanted wanted) {
        return full.computeIfAbsent(wanted, w -> {
            LiveCursor at = live.changed(wanted, after.cursor());
            return switch (w) {
                case Wanted.Top top -> top(top, null, at, List.of(), after.first(top.first()));
                case Wanted.Ranks ranks -> {
                    List<Standing> standings = standings(ranks);
                    yield ranks(
                            ranks,
                            null,
                            at,
                            standings.stream().map(WatchedStandingChange::of).toList());
                }
            };
        });
    }

    /** Whether it has changed since the state before. */
    boolean hasChanged(Wanted wanted) {
        return !change(wanted).isEmpty();
    }

    /**
     * What has changed since the state before; null if nothing has.
     *
     * @param base of the last event, since which nothing has changed up to the state before
     */
    @Nullable
    Emission increment(Wanted wanted, LiveCursor base) {
        return increments
                .computeIfAbsent(new Based(wanted, base), key -> Optional.ofNullable(emission(change(wanted), base)))
                .orElse(null);
    }

    private Change change(Wanted wanted) {
        return changes.computeIfAbsent(wanted, w -> switch (w) {
            case Wanted.Top top ->
                new Change.OfTop(
                        top,
                        ListDiff.between(
                                earlier().first(top.first()),
                                after.first(top.first()),
                                Standing::participantId,
                                Standing::sameEntry));
            case Wanted.Ranks ranks ->
                changes(
                        ranks,
                        id -> WatchedStandingChange.between(
                                id, earlier().watched().get(id), after.watched().get(id)));
        });
    }

    private @Nullable Emission emission(Change change, LiveCursor base) {
        if (change.isEmpty()) {
            return null;
        }
        return switch (change) {
            case Change.OfTop of ->
                top(of.top(), base, after.cursor(), of.diff().left(), of.diff().placed());
            case Change.OfRanks of -> ranks(of.ranks(), base, after.cursor(), of.changes());
        };
    }

    /** What has changed since the state of another cursor; null if nothing has. */
    @Nullable
    Emission resumed(Wanted wanted, LiveCursor base, Shifted missed) {
        return resumed.computeIfAbsent(
                        new Resumed(wanted, base, missed),
                        key -> Optional.ofNullable(missed.isEmpty() ? null : emission(missed(wanted, missed), base)))
                .orElse(null);
    }

    private Change missed(Wanted wanted, Shifted missed) {
        return switch (wanted) {
            case Wanted.Top top -> missed(top, missed);
            case Wanted.Ranks ranks -> changes(ranks, id -> missed(id, missed));
        };
    }

    private Change missed(Wanted.Top top, Shifted missed) {
        List<EntryPlace> now = seen == null
                ? List.of()
                : seen.top().stream().map(Standing::place).toList();
        List<Long> then = missed.undo(now, top.first()).stream()
                .map(EntryPlace::participantId)
                .toList();
        return new Change.OfTop(
                top,
                ListDiff.of(
                        then,
                        after.first(top.first()),
                        Standing::participantId,
                        standing -> missed.has(standing.participantId())));
    }

    private Change.OfRanks changes(Wanted.Ranks ranks, Function<Long, Optional<WatchedStandingChange>> change) {
        return new Change.OfRanks(
                ranks,
                live.ids(ranks).stream().map(change).flatMap(Optional::stream).toList());
    }

    private Optional<WatchedStandingChange> missed(long id, Shifted missed) {
        Standing standing = after.watched().get(id);
        boolean moved = missed.has(id);
        EntryPlace place = moved ? missed.from(id) : standing == null ? null : standing.place();
        if (place == null) {
            return WatchedStandingChange.between(id, (Integer) null, standing, true);
        }
        int better = moved
                ? Objects.requireNonNull(Objects.requireNonNull(seen).better().get(place))
                : Objects.requireNonNull(
                                Objects.requireNonNull(standing).ranks().rank())
                        - 1;
        return WatchedStandingChange.between(id, better + 1 - missed.moreBetter(place), standing, moved);
    }

    private Emission top(
            Wanted.Top top, @Nullable LiveCursor base, LiveCursor at, List<Long> removed, List<Standing> upserted) {
        String cursor = text(top, at);
        return new Emission(
                new TopStandingsEvent(after, cursor, baseText(top, base), after.first(top.first()), removed, upserted),
                cursor);
    }

    private Emission ranks(
            Wanted.Ranks ranks, @Nullable LiveCursor base, LiveCursor at, List<WatchedStandingChange> each) {
        String cursor = text(ranks, at);
        return new Emission(new RanksEvent(after, cursor, baseText(ranks, base), standings(ranks), each), cursor);
    }

    private List<Standing> standings(Wanted.Ranks ranks) {
        return live.ids(ranks).stream()
                .map(id -> after.watched().get(id))
                .filter(Objects::nonNull)
                .toList();
    }

    private @Nullable String baseText(Wanted wanted, @Nullable LiveCursor base) {
        return base == null ? null : text(wanted, base);
    }

    private String text(Wanted wanted, LiveCursor cursor) {
        return cursor.text(wanted.name() + ":" + live.followed().name());
    }

    private State earlier() {
        return Objects.requireNonNull(before);
    }

    /**
     * The watched participants of a ranking.
     *
     * @param baseCursor of the state that the changes are since; null if they are of no state
     * @param standings  of all watched participants that have an entry
     */
    record RanksEvent(
            State state,
            String cursor,
            @Nullable String baseCursor,
            List<Standing> standings,
            List<WatchedStandingChange> changes) {}

    /**
     * The top of a ranking.
     *
     * @param baseCursor of the state that the changes are since; null if they are of an empty list
     * @param standings  all of the top
     * @param removed    ids of the participants who left the top
     * @param upserted   those who came, or whose entry changed
     */
    record TopStandingsEvent(
            State state,
            String cursor,
            @Nullable String baseCursor,
            List<Standing> standings,
            List<Long> removed,
            List<Standing> upserted) {}
}
