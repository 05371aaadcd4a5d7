package laurel.live;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import laurel.change.ListDifference;
import laurel.rankindex.NetMoves;
import laurel.rankindex.RankKey;
import laurel.ranking.Standing;
import laurel.request.Emission;
import org.jspecify.annotations.Nullable;

/**
 * The events of one update of a ranking for one interest: one emission for all subscribers that receive the same event.
 */
public final class RankingEvents {
    private final RankingTransition update;
    private final Following following;
    private final Interest interest;
    private final RankingState after;
    private final Map<LiveCursor, Optional<Emission>> increments = new HashMap<>(2);
    private final Map<Resumed, Optional<Emission>> resumed = new HashMap<>(0);
    private @Nullable Emission snapshot;
    private @Nullable InterestChange change;

    /** Subscribers that missed the same moves receive the same event. */
    private record Resumed(LiveCursor base, NetMoves missed) {}

    RankingEvents(RankingTransition update, Following following) {
        this.update = update;
        this.following = following;
        this.interest = following.interest();
        this.after = update.after();
    }

    /** The position of the list's last change: that of a snapshot. */
    LiveCursor lastChange() {
        return following.lastChange(after.cursor());
    }

    /**
     * The whole list. Its cursor is the position of the list's last change: subscribers that join while the list stays the
     * same receive the same events from there on as the present ones.
     */
    Emission snapshot() {
        if (snapshot == null) {
            LiveCursor at = lastChange();
            snapshot = switch (interest) {
                case Interest.Top top -> top(null, at, List.of(), after.first(top.first()));
                case Interest.Ranks ranks -> {
                    List<Standing> standings = standings(ranks);
                    yield ranks(
                            null,
                            at,
                            standings,
                            standings.stream()
                                    .map(WatchedStandingChange::snapshot)
                                    .toList());
                }
                case Interest.Around of -> around(of, null, at, List.of(), after.around(of));
            };
        }
        return snapshot;
    }

    /** Whether it has changed since the state before. */
    boolean hasChanged() {
        return !change().isEmpty();
    }

    /**
     * The changes since the state before; null if there are none.
     *
     * @param base the subscriber's last event; nothing has changed between it and the state before
     */
    @Nullable
    Emission increment(LiveCursor base) {
        return increments
                .computeIfAbsent(base, key -> Optional.ofNullable(emission(change(), base)))
                .orElse(null);
    }

    private InterestChange change() {
        if (change == null) {
            RankingState earlier = update.earlier();
            change = switch (interest) {
                case Interest.Top top ->
                    new InterestChange.OfTop(
                            top,
                            ListDifference.between(
                                    earlier.first(top.first()),
                                    after.first(top.first()),
                                    Standing::participantId,
                                    Standing::sameEntry));
                case Interest.Ranks ranks ->
                    changes(
                            ranks,
                            id -> WatchedStandingChange.between(
                                    id,
                                    earlier.watched().get(id),
                                    after.watched().get(id)));
                case Interest.Around of -> InterestChange.OfAround.between(of, earlier.around(of), after.around(of));
            };
        }
        return change;
    }

    private @Nullable Emission emission(InterestChange changed, LiveCursor base) {
        if (changed.isEmpty()) {
            return null;
        }
        return switch (changed) {
            case InterestChange.OfTop of ->
                top(
                        base,
                        after.cursor(),
                        of.difference().removed(),
                        of.difference().upserted());
            case InterestChange.OfRanks of -> ranks(base, after.cursor(), standings(of.ranks()), of.changes());
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
    Emission resumed(LiveCursor base, NetMoves missed) {
        return resumed.computeIfAbsent(
                        new Resumed(base, missed),
                        key -> Optional.ofNullable(missed.isEmpty() ? null : emission(missed(missed), base)))
                .orElse(null);
    }

    private InterestChange missed(NetMoves missed) {
        return switch (interest) {
            case Interest.Top top -> missed(top, missed);
            case Interest.Ranks ranks -> changes(ranks, id -> missed(id, missed));
            case Interest.Around of -> missed(of, missed);
        };
    }

    private InterestChange missed(Interest.Around of, NetMoves missed) {
        List<Standing> present = after.around(of);
        ListDifference<Long, Standing> difference = ListDifference.of(
                update.around().undo(of, missed, update.seen()),
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
        List<RankKey> present = update.seen() == null
                ? List.of()
                : update.seen().top().stream().map(Standing::key).toList();
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
            Interest.Ranks ranks, Function<Long, Optional<WatchedStandingChange>> changeOf) {
        List<WatchedStandingChange> changes = new ArrayList<>(1);
        for (Long id : update.live().ids(ranks)) {
            changeOf.apply(id).ifPresent(changes::add);
        }
        return new InterestChange.OfRanks(ranks, changes, following.hasLost(update.live()));
    }

    private Optional<WatchedStandingChange> missed(long id, NetMoves missed) {
        Standing standing = after.watched().get(id);
        boolean moved = missed.has(id);
        RankKey key = moved ? missed.from(id) : standing == null ? null : standing.key();
        if (key == null) {
            return WatchedStandingChange.between(id, (Integer) null, standing, true);
        }
        int better = moved
                ? Objects.requireNonNull(
                        Objects.requireNonNull(update.seen()).better().get(key))
                : Objects.requireNonNull(
                                Objects.requireNonNull(standing).ranks().rank())
                        - 1;
        return WatchedStandingChange.between(id, better + 1 - missed.moreBetter(key), standing, moved);
    }

    private Emission top(@Nullable LiveCursor base, LiveCursor at, List<Long> removed, List<Standing> upserted) {
        String cursor = following.text(at);
        return emission(
                new TopStandingsEvent(
                        after,
                        cursor,
                        baseText(base),
                        after.first(((Interest.Top) interest).first()),
                        removed,
                        upserted),
                cursor);
    }

    private Emission around(
            Interest.Around of, @Nullable LiveCursor base, LiveCursor at, List<Long> removed, List<Standing> upserted) {
        String cursor = following.text(at);
        return emission(new AroundEvent(after, cursor, baseText(base), after.around(of), removed, upserted), cursor);
    }

    private Emission ranks(
            @Nullable LiveCursor base, LiveCursor at, List<Standing> standings, List<WatchedStandingChange> each) {
        String cursor = following.text(at);
        return emission(new RanksEvent(after, cursor, baseText(base), standings, each), cursor);
    }

    private Emission emission(Object event, String cursor) {
        return new Emission(event, cursor, update.batch());
    }

    private List<Standing> standings(Interest.Ranks ranks) {
        List<Standing> standings = new ArrayList<>(1);
        for (Long id : update.live().ids(ranks)) {
            Standing standing = after.watched().get(id);
            if (standing != null) {
                standings.add(standing);
            }
        }
        return standings;
    }

    /** Remembers the list that subscribers have after this update. */
    void finish() {
        if (interest instanceof Interest.Ranks ranks) {
            following.setListed(
                    standings(ranks).stream().map(Standing::participantId).toList());
        }
    }

    private @Nullable String baseText(@Nullable LiveCursor base) {
        return base == null ? null : following.text(base);
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
