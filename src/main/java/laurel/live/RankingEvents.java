package laurel.live;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import laurel.change.ListDifference;
import laurel.rankindex.NetMoves;
import laurel.rankindex.RankKey;
import laurel.ranking.RankingRead.RankingReadResult;
import laurel.ranking.Standing;
import laurel.request.Emission;
import org.jspecify.annotations.Nullable;

/** The events of one step of a ranking: one emission for all subscribers who get the same event. */
public final class RankingEvents {
    private final LiveRanking live;
    private final @Nullable RankingState before;
    private final RankingState after;
    private final @Nullable RankingReadResult seen;
    private final Map<Interest, Emission> full = new HashMap<>();
    private final Map<Interest, Change> changes = new HashMap<>();
    private final Map<Based, Optional<Emission>> increments = new HashMap<>();
    private final Map<Resumed, Optional<Emission>> resumed = new HashMap<>();

    /** Subscribers of the same whose last event is the same get the same. */
    private record Based(Interest wanted, LiveCursor base) {}

    /** Subscribers who missed the same get the same. */
    private record Resumed(Interest wanted, LiveCursor base, NetMoves missed) {}

    /** What has changed of something wanted. */
    private sealed interface Change {
        boolean isEmpty();

        record OfTop(Interest.Top top, ListDifference<Long, Standing> diff) implements Change {
            @Override
            public boolean isEmpty() {
                return diff.isEmpty();
            }
        }

        record OfRanks(Interest.Ranks ranks, List<WatchedStandingChange> changes) implements Change {
            @Override
            public boolean isEmpty() {
                return changes.isEmpty();
            }
        }
    }

    /** @param seen what was read for it; null where nothing was */
    RankingEvents(
            LiveRanking live, @Nullable RankingState before, RankingState after, @Nullable RankingReadResult seen) {
        this.live = live;
        this.before = before;
        this.after = after;
        this.seen = seen;
    }

    /**
     * The whole list. Its cursor is that of the list's last change, so that subscribers who come while the list stays the
     * same get the same events as those who were there.
     */
    Emission full(Interest wanted) {
        return full.computeIfAbsent(wanted, w -> {
            LiveCursor at = live.changed(wanted, after.cursor());
            return switch (w) {
                case Interest.Top top -> top(top, null, at, List.of(), after.first(top.first()));
                case Interest.Ranks ranks -> {
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
    boolean hasChanged(Interest wanted) {
        return !change(wanted).isEmpty();
    }

    /**
     * What has changed since the state before; null if nothing has.
     *
     * @param base of the last event, since which nothing has changed up to the state before
     */
    @Nullable
    Emission increment(Interest wanted, LiveCursor base) {
        return increments
                .computeIfAbsent(new Based(wanted, base), key -> Optional.ofNullable(emission(change(wanted), base)))
                .orElse(null);
    }

    private Change change(Interest wanted) {
        return changes.computeIfAbsent(wanted, w -> switch (w) {
            case Interest.Top top ->
                new Change.OfTop(
                        top,
                        ListDifference.between(
                                earlier().first(top.first()),
                                after.first(top.first()),
                                Standing::participantId,
                                Standing::sameEntry));
            case Interest.Ranks ranks ->
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
    Emission resumed(Interest wanted, LiveCursor base, NetMoves missed) {
        return resumed.computeIfAbsent(
                        new Resumed(wanted, base, missed),
                        key -> Optional.ofNullable(missed.isEmpty() ? null : emission(missed(wanted, missed), base)))
                .orElse(null);
    }

    private Change missed(Interest wanted, NetMoves missed) {
        return switch (wanted) {
            case Interest.Top top -> missed(top, missed);
            case Interest.Ranks ranks -> changes(ranks, id -> missed(id, missed));
        };
    }

    private Change missed(Interest.Top top, NetMoves missed) {
        List<RankKey> now = seen == null
                ? List.of()
                : seen.top().stream().map(Standing::place).toList();
        List<Long> then = missed.undo(now, top.first()).stream()
                .map(RankKey::participantId)
                .toList();
        return new Change.OfTop(
                top,
                ListDifference.of(
                        then,
                        after.first(top.first()),
                        Standing::participantId,
                        standing -> missed.has(standing.participantId())));
    }

    private Change.OfRanks changes(Interest.Ranks ranks, Function<Long, Optional<WatchedStandingChange>> change) {
        return new Change.OfRanks(
                ranks,
                live.ids(ranks).stream().map(change).flatMap(Optional::stream).toList());
    }

    private Optional<WatchedStandingChange> missed(long id, NetMoves missed) {
        Standing standing = after.watched().get(id);
        boolean moved = missed.has(id);
        RankKey place = moved ? missed.from(id) : standing == null ? null : standing.place();
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
            Interest.Top top, @Nullable LiveCursor base, LiveCursor at, List<Long> removed, List<Standing> upserted) {
        String cursor = text(top, at);
        return new Emission(
                new TopStandingsEvent(after, cursor, baseText(top, base), after.first(top.first()), removed, upserted),
                cursor);
    }

    private Emission ranks(
            Interest.Ranks ranks, @Nullable LiveCursor base, LiveCursor at, List<WatchedStandingChange> each) {
        String cursor = text(ranks, at);
        return new Emission(new RanksEvent(after, cursor, baseText(ranks, base), standings(ranks), each), cursor);
    }

    private List<Standing> standings(Interest.Ranks ranks) {
        return live.ids(ranks).stream()
                .map(id -> after.watched().get(id))
                .filter(Objects::nonNull)
                .toList();
    }

    private @Nullable String baseText(Interest wanted, @Nullable LiveCursor base) {
        return base == null ? null : text(wanted, base);
    }

    private String text(Interest wanted, LiveCursor cursor) {
        return cursor.text(wanted.name() + ":" + live.followed().name());
    }

    private RankingState earlier() {
        return Objects.requireNonNull(before);
    }

    /**
     * The watched participants of a ranking.
     *
     * @param baseCursor of the state that the changes are since; null if they are of no state
     * @param standings  of all watched participants that have an entry
     */
    public record RanksEvent(
            RankingState state,
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
    public record TopStandingsEvent(
            RankingState state,
            String cursor,
            @Nullable String baseCursor,
            List<Standing> standings,
            List<Long> removed,
            List<Standing> upserted) {}
}
