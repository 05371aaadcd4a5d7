package laurel.badge.rule;

import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.badge.Badge;
import laurel.badge.BadgePositionRepository;
import laurel.badge.BadgePositionRepository.Looked;
import laurel.badge.BadgeRepository;
import laurel.badge.RuleKind;
import laurel.badge.award.AwardRepository;
import laurel.badge.award.Awards;
import laurel.badge.award.EarnedBadge;
import laurel.badge.rule.ScoreRuleRepository.Ranked;
import laurel.change.Change;
import laurel.change.Outbox;
import laurel.database.sql.Sql;
import laurel.rankindex.EntryMove;
import laurel.rankindex.RankKey;
import org.jspecify.annotations.Nullable;

/** Badges that are earned by scores: of entries that come to stand. */
@Singleton
public class ScoreRules implements RuleSource {
    private static final int CHANGES_AT_ONCE = 100;
    private static final int SHIFTS_AT_ONCE = 10_000;
    private static final int ENTRIES_AT_ONCE = 1_000;

    private final Sql sql;
    private final ScoreRuleRepository repository;
    private final BadgeRepository badges;
    private final BadgePositionRepository positions;
    private final Outbox outbox;
    private final AwardRepository awarded;
    private final Awards awards;
    private final Map<Integer, Begun> standing = new ConcurrentHashMap<>();

    ScoreRules(
            Sql sql,
            ScoreRuleRepository repository,
            BadgeRepository badges,
            BadgePositionRepository positions,
            Outbox outbox,
            AwardRepository awarded,
            Awards awards) {
        this.sql = sql;
        this.repository = repository;
        this.badges = badges;
        this.positions = positions;
        this.outbox = outbox;
        this.awarded = awarded;
        this.awards = awards;
    }

    /**
     * That it is looked who stands so on a board, part by part, each in a transaction of its own. It is not stored: another
     * node, or this one after a pause, begins again and passes by whom it has awarded.
     *
     * @param position where the board was looked through to when it began
     * @param last     the last change that there was then
     * @param badge    the least id of those that are still to be looked at
     * @param after    where the part before ended, of the badge of this id
     */
    private record Begun(
            long position, long last, int badge, @Nullable Place after) {}

    /** Awards what the next changes of a board have earned. False where there are none, or another node is at it. */
    public boolean follow(int board, Instant now) {
        Looked looked = positions.claimBoard(board).orElse(null);
        ScoreRuleRepository.Board of = repository.board(board).orElse(null);
        if (looked == null || of == null) {
            return false;
        }
        Begun begun = standing.get(board);
        Begun from = begun != null && begun.position == looked.sequence() ? begun : null;
        List<Change> changes = changes(board, looked, from);
        if (changes.isEmpty()) {
            return false;
        }
        Begun at = anew(looked, changes) && from == null
                ? new Begun(looked.sequence(), changes.getLast().sequence(), 0, null)
                : from;
        award(of, changes, looked, at, now);
        return true;
    }

    /** @param at where to go on looking who stands so; null where that need not be known */
    private void award(
            ScoreRuleRepository.Board board, List<Change> changes, Looked looked, @Nullable Begun at, Instant now) {
        List<Badge> scored = badges.awarded(board.appId(), Set.of(RuleKind.SCORE)).stream()
                .filter(badge -> board.key().equals(badge.rule().leaderboard()))
                .toList();
        List<EarnedBadge> earned = new ArrayList<>();
        Begun next = at == null ? null : stand(scored, looked, at, earned);
        if (next == null) {
            earned.addAll(earned(scored, changes));
            positions.advanceBoard(board.id(), changes.getLast().sequence(), now);
        }
        remember(board.id(), next);
        awards.grant(board.appId(), scored, earned, now);
    }

    /** The next; where it is looked who stands so, no more than there were when that began. */
    private List<Change> changes(int board, Looked looked, @Nullable Begun from) {
        return outbox.since(Map.of(board, looked.sequence()), CHANGES_AT_ONCE, SHIFTS_AT_ONCE).stream()
                .filter(change -> from == null || change.sequence() <= from.last)
                .toList();
    }

    private boolean anew(Looked looked, List<Change> changes) {
        return looked.sequence() < outbox.floor() || changes.stream().anyMatch(change -> change.shifts() == null);
    }

    private void remember(int board, @Nullable Begun next) {
        sql.afterCommit(() -> {
            if (next == null) {
                standing.remove(board);
            } else {
                standing.put(board, next);
            }
        });
    }

    private List<EarnedBadge> earned(List<Badge> scored, List<Change> changes) {
        Set<Long> ids = changes.stream()
                .flatMap(ScoreRules::shifts)
                .map(EntryMove::rankingId)
                .collect(Collectors.toSet());
        Map<Long, Ranked> rankings =
                repository.rankings(ids).stream().collect(Collectors.toMap(Ranked::id, Function.identity()));
        List<EarnedBadge> earned = new ArrayList<>();
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

    private static Stream<EntryMove> shifts(Change change) {
        return Objects.requireNonNullElse(change.shifts(), List.<EntryMove>of()).stream();
    }

    private static Stream<EarnedBadge> earned(List<Badge> badges, @Nullable Ranked ranking, @Nullable RankKey place) {
        if (ranking == null || place == null) {
            return Stream.empty();
        }
        return badges.stream()
                .filter(badge -> ranking.definition().equals(badge.rule().definition()))
                .filter(badge -> ranking.reaches(place.sortKey(), badge))
                .map(badge -> EarnedBadge.by(badge, place.participantId(), ranking.windowId()));
    }

    /**
     * More has changed than is told: whoever stands so in a window that was not final when it was last looked has earned it.
     * Adds the next of them who have no award, and gives where to go on, null where those were the last.
     */
    private @Nullable Begun stand(List<Badge> scored, Looked looked, Begun from, List<EarnedBadge> earned) {
        Badge badge = scored.stream()
                .filter(one -> one.id() >= from.badge && one.followsFrom() < from.last)
                .findFirst()
                .orElse(null);
        if (badge == null) {
            return null;
        }
        Instant since = badge.createdAt().isAfter(looked.lookedAt()) ? badge.createdAt() : looked.lookedAt();
        Portion part = since(badge, badge.id() == from.badge ? from.after : null, since);
        Set<EarnedBadge.Key> there = awarded.there(part.earned());
        part.earned().stream().filter(one -> !there.contains(one.key())).forEach(earned::add);
        return part.next() == null
                ? new Begun(from.position, from.last, badge.id() + 1, null)
                : new Begun(from.position, from.last, badge.id(), part.next());
    }

    @Override
    public Set<RuleKind> kinds() {
        return Set.of(RuleKind.SCORE);
    }

    @Override
    public Portion part(Badge badge, @Nullable Place after, Instant now) {
        return since(badge, after, Instant.EPOCH);
    }

    /**
     * The next entries of one window; the key of a place is the window and the entry, or the window alone once it is
     * done.
     */
    private Portion since(Badge badge, @Nullable Place after, Instant since) {
        boolean within = after != null && after.key().size() > 1;
        Ranked ranking = repository
                .next(badge, after == null ? 0 : after.number(0), within, since)
                .orElse(null);
        if (ranking == null) {
            return new Portion(List.of(), 0, null);
        }
        RankKey from = after == null || !within || after.number(0) != ranking.windowId()
                ? null
                : new RankKey(after.number(1), after.number(2), after.number(3), after.number(4));
        List<RankKey> entries =
                repository.entries(ranking, badge.rule().leastScore(ranking.decimals()), from, ENTRIES_AT_ONCE);
        List<EarnedBadge> earned = entries.stream()
                .map(entry -> EarnedBadge.by(badge, entry.participantId(), ranking.windowId()))
                .toList();
        return new Portion(earned, entries.size() + 1, next(ranking.windowId(), entries));
    }

    private static Place next(long window, List<RankKey> entries) {
        if (entries.size() < ENTRIES_AT_ONCE) {
            return Place.of(window);
        }
        RankKey last = entries.getLast();
        return Place.of(window, last.sortKey(), last.subscoreKey(), last.tieKey(), last.participantId());
    }
}
