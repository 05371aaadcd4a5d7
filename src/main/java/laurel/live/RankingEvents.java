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

/** The events of one update of a ranking: one emission for all subscribers that receive the same event. */
public final class RankingEvents {
    private final LiveRanking live;
    private final @Nullable RankingState before;
    private final RankingState after;
    private final @Nullable RankingReadResult seen;
    private final AroundUpdate around;
    private final Map<Interest, Emission> snapshots = new HashMap<>();
    private final Map<Interest, InterestChange> changes = new HashMap<>();
    private final Map<Based, Optional<Emission>> increments = new HashMap<>();
    private final Map<Resumed, Optional<Emission>> resumed = new HashMap<>();

    /** Subscribers with the same interest and the same last event receive the same event. */
    private record Based(Interest interest, LiveCursor base) {}

    /** Subscribers that missed the same moves receive the same event. */
    private record Resumed(Interest interest, LiveCursor base, NetMoves missed) {}

    /** @param seen what was read; null if nothing was */
    RankingEvents(
            LiveRanking live,
            @Nullable RankingState before,
            RankingState after,
            @Nullable RankingReadResult seen,
            AroundUpdate around) {
        this.live = live;
        this.before = before;
        this.after = after;
        this.seen = seen;
        this.around = around;
    }

    /**
     * The whole list. Its cursor is the position of the list's last change: subscribers that join while the list stays the
     * same receive the same events from there on as the present ones.
     */
    Emission snapshot(Interest interest) {
        return snapshots.computeIfAbsent(interest, key -> {
            LiveCursor at = live.lastChange(interest, after.cursor());
            return switch (key) {
                case Interest.Top top -> top(top, null, at, List.of(), after.first(top.first()));
                case Interest.Ranks ranks -> {
                    List<Standing> standings = standings(ranks);
                    yield ranks(
                            ranks,
                            null,
                            at,
                            standings.stream()
                                    .map(WatchedStandingChange::snapshot)
                                    .toList());
                }
                case Interest.Around of -> around(of, null, at, List.of(), after.around(of));
            };
        });
    }

    /** Whether it has changed since the state before. */
    boolean hasChanged(Interest interest) {
        return !change(interest).isEmpty();
    }

    /**
     * The changes since the state before; null if there are none.
     *
     * @param base the subscriber's last event; nothing has changed between it and the state before
     */
    @Nullable
    Emission increment(Interest interest, LiveCursor base) {
        return increments
                .computeIfAbsent(
                        new Based(interest, base), key -> Optional.ofNullable(emission(change(interest), base)))
                .orElse(null);
    }

    private InterestChange change(Interest interest) {
        return changes.computeIfAbsent(interest, key -> switch (key) {
            case Interest.Top top ->
                new InterestChange.OfTop(
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
            case Interest.Around of ->
                InterestChange.OfAround.between(of, earlier().around(of), after.around(of));
        });
    }

    private @Nullable Emission emission(InterestChange change, LiveCursor base) {
        if (change.isEmpty()) {
            return null;
        }
        return switch (change) {
            case InterestChange.OfTop of ->
                top(
                        of.top(),
                        base,
                        after.cursor(),
                        of.difference().removed(),
                        of.difference().upserted());
            case InterestChange.OfRanks of -> ranks(of.ranks(), base, after.cursor(), of.changes());
            case InterestChange.OfAround of ->
                around(
                        of.around(),
                        base,
                        after.cursor(),
                        of.difference().removed(),
                        of.difference().upserted());
        };
    }

    /** The changes since an earlier cursor; null if there are none. */
    @Nullable
    Emission resumed(Interest interest, LiveCursor base, NetMoves missed) {
        return resumed.computeIfAbsent(
                        new Resumed(interest, base, missed),
                        key -> Optional.ofNullable(missed.isEmpty() ? null : emission(missed(interest, missed), base)))
                .orElse(null);
    }

    private InterestChange missed(Interest interest, NetMoves missed) {
        return switch (interest) {
            case Interest.Top top -> missed(top, missed);
            case Interest.Ranks ranks -> changes(ranks, id -> missed(id, missed));
            case Interest.Around of -> missed(of, missed);
        };
    }

    private InterestChange missed(Interest.Around of, NetMoves missed) {
        List<Standing> present = after.around(of);
        ListDifference<Long, Standing> difference = ListDifference.of(
                around.undo(of, missed, seen),
                present,
                Standing::participantId,
                standing -> missed.has(standing.participantId()));
        // If these are the same entries as before, they were passed by all that moved.
        boolean shifted = !present.isEmpty()
                && (missed.moreBefore(present.getFirst().key()) != 0
                        || missed.moreBetter(present.getFirst().key()) != 0);
        return new InterestChange.OfAround(of, difference, shifted);
    }

    private InterestChange missed(Interest.Top top, NetMoves missed) {
        List<RankKey> present = seen == null
                ? List.of()
                : seen.top().stream().map(Standing::key).toList();
        List<Long> earlier = missed.undo(present, top.first()).stream()
                .map(RankKey::participantId)
                .toList();
        return new InterestChange.OfTop(
                top,
                ListDifference.of(
                        earlier,
                        after.first(top.first()),
                        Standing::participantId,
                        standing -> missed.has(standing.participantId())));
    }

    private InterestChange.OfRanks changes(
            Interest.Ranks ranks, Function<Long, Optional<WatchedStandingChange>> change) {
        return new InterestChange.OfRanks(
                ranks,
                live.ids(ranks).stream().map(change).flatMap(Optional::stream).toList());
    }

    private Optional<WatchedStandingChange> missed(long id, NetMoves missed) {
        Standing standing = after.watched().get(id);
        boolean moved = missed.has(id);
        RankKey key = moved ? missed.from(id) : standing == null ? null : standing.key();
        if (key == null) {
            return WatchedStandingChange.between(id, (Integer) null, standing, true);
        }
        int better = moved
                ? Objects.requireNonNull(Objects.requireNonNull(seen).better().get(key))
                : Objects.requireNonNull(
                                Objects.requireNonNull(standing).ranks().rank())
                        - 1;
        return WatchedStandingChange.between(id, better + 1 - missed.moreBetter(key), standing, moved);
    }

    private Emission top(
            Interest.Top top, @Nullable LiveCursor base, LiveCursor at, List<Long> removed, List<Standing> upserted) {
        String cursor = text(top, at);
        return new Emission(
                new TopStandingsEvent(after, cursor, baseText(top, base), after.first(top.first()), removed, upserted),
                cursor);
    }

    private Emission around(
            Interest.Around of, @Nullable LiveCursor base, LiveCursor at, List<Long> removed, List<Standing> upserted) {
        String cursor = text(of, at);
        return new Emission(
                new AroundEvent(after, cursor, baseText(of, base), after.around(of), removed, upserted), cursor);
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

    private @Nullable String baseText(Interest interest, @Nullable LiveCursor base) {
        return base == null ? null : text(interest, base);
    }

    private String text(Interest interest, LiveCursor cursor) {
        return cursor.text(interest.name() + ":" + live.followed().name());
    }

    private RankingState earlier() {
        return Objects.requireNonNull(before);
    }

    /**
     * The watched participants of a ranking.
     *
     * @param baseCursor the state before the changes; null in a snapshot
     * @param standings  all watched participants that have an entry
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
     * @param baseCursor the state before the changes; null in a snapshot
     * @param standings  the whole top
     * @param removed    ids of the participants that left the top
     * @param upserted   standings that are new or have changed
     */
    public record TopStandingsEvent(
            RankingState state,
            String cursor,
            @Nullable String baseCursor,
            List<Standing> standings,
            List<Long> removed,
            List<Standing> upserted) {}
}
