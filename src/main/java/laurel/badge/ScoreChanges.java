package laurel.badge;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.badge.ScoreRepository.EntryKey;
import laurel.badge.ScoreRepository.Ranked;
import laurel.index.EntryPlace;
import laurel.index.Shift;
import laurel.outbox.Change;
import laurel.outbox.Outbox;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Badges that are earned by scores: of entries that come to stand. */
@Singleton
class ScoreChanges implements Source {
    private static final int CHANGES_AT_ONCE = 100;
    private static final int ENTRIES_AT_ONCE = 1_000;

    private final ScoreRepository repository;
    private final BadgeRepository badges;
    private final PositionRepository positions;
    private final Outbox outbox;
    private final Awards awards;

    ScoreChanges(
            ScoreRepository repository,
            BadgeRepository badges,
            PositionRepository positions,
            Outbox outbox,
            Awards awards) {
        this.repository = repository;
        this.badges = badges;
        this.positions = positions;
        this.outbox = outbox;
        this.awards = awards;
    }

    /** Awards what the next changes of a board have earned. False where there are none, or another node is at it. */
    boolean follow(Handle transaction, int board, Instant now) {
        Long position = positions.claimBoard(transaction, board).orElse(null);
        ScoreRepository.Board of = repository.board(transaction, board).orElse(null);
        if (position == null || of == null) {
            return false;
        }
        List<Change> changes = outbox.since(transaction, Map.of(board, position), CHANGES_AT_ONCE);
        if (changes.isEmpty()) {
            return false;
        }
        List<Badge> scored = badges.awarded(transaction, of.appId(), Set.of(RuleKind.SCORE)).stream()
                .filter(badge -> of.key().equals(badge.rule().leaderboard()))
                .toList();
        boolean anew =
                position < outbox.floor(transaction) || changes.stream().anyMatch(change -> change.shifts() == null);
        List<Earned> earned = anew ? standing(transaction, scored) : earned(transaction, scored, changes);
        positions.advanceBoard(transaction, board, changes.getLast().sequence());
        awards.grant(transaction, of.appId(), scored, earned, now);
        return true;
    }

    private List<Earned> earned(Handle transaction, List<Badge> scored, List<Change> changes) {
        Set<Long> ids = changes.stream()
                .flatMap(ScoreChanges::shifts)
                .map(Shift::rankingId)
                .collect(Collectors.toSet());
        Map<Long, Ranked> rankings = repository.rankings(transaction, ids);
        List<Earned> earned = new ArrayList<>();
        for (Change change : changes) {
            List<Badge> following = scored.stream()
                    .filter(badge -> change.sequence() > badge.followsFrom())
                    .toList();
            shifts(change)
                    .flatMap(shift -> earned(following, rankings.get(shift.rankingId()), shift.after()))
                    .forEach(earned::add);
        }
        return earned;
    }

    private static Stream<Shift> shifts(Change change) {
        return Objects.requireNonNullElse(change.shifts(), List.<Shift>of()).stream();
    }

    private static Stream<Earned> earned(List<Badge> badges, @Nullable Ranked ranking, @Nullable EntryPlace place) {
        if (ranking == null || place == null) {
            return Stream.empty();
        }
        return badges.stream()
                .filter(badge -> ranking.definition().equals(badge.rule().definition()))
                .filter(badge -> ranking.reaches(place.sortKey(), badge))
                .map(badge -> Earned.by(badge, place.participantId(), ranking.windowId()));
    }

    /** More has changed than is told: whoever stands so in a window that is not final yet has earned it. */
    private List<Earned> standing(Handle transaction, List<Badge> scored) {
        List<Earned> earned = new ArrayList<>();
        for (Badge badge : scored) {
            Place after = null;
            do {
                Portion part = part(transaction, badge, after, false);
                earned.addAll(part.earned());
                after = part.next();
            } while (after != null);
        }
        return earned;
    }

    @Override
    public Set<RuleKind> kinds() {
        return Set.of(RuleKind.SCORE);
    }

    @Override
    public Portion part(Handle handle, Badge badge, @Nullable Place after, Instant now) {
        return part(handle, badge, after, true);
    }

    /** The next entries of one window; the key of a place is the window and the entry, or the window alone once it is done. */
    private Portion part(Handle handle, Badge badge, @Nullable Place after, boolean closed) {
        boolean within = after != null && after.key().size() > 1;
        Ranked ranking = repository
                .next(handle, badge, after == null ? 0 : after.number(0), within, closed)
                .orElse(null);
        if (ranking == null) {
            return new Portion(List.of(), 0, null);
        }
        EntryKey from = after == null || !within || after.number(0) != ranking.windowId()
                ? null
                : new EntryKey(after.number(1), after.number(2), after.number(3), after.number(4));
        List<EntryKey> entries =
                repository.entries(handle, ranking, Scale.fixed(badge, ranking.decimals()), from, ENTRIES_AT_ONCE);
        List<Earned> earned = entries.stream()
                .map(entry -> Earned.by(badge, entry.participantId(), ranking.windowId()))
                .toList();
        return new Portion(earned, entries.size() + 1, next(ranking.windowId(), entries));
    }

    private static Place next(long window, List<EntryKey> entries) {
        if (entries.size() < ENTRIES_AT_ONCE) {
            return Place.of(window);
        }
        EntryKey last = entries.getLast();
        return Place.of(window, last.sortKey(), last.subscoreKey(), last.tieKey(), last.participantId());
    }
}
