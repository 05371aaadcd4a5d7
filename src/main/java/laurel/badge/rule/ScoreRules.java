package laurel.badge.rule;

import jakarta.inject.Singleton;
import java.time.Duration;
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
import laurel.badge.BadgePositionRepository.LeaderboardPosition;
import laurel.badge.BadgeRepository;
import laurel.badge.RuleKind;
import laurel.badge.award.AwardRepository;
import laurel.badge.award.Awards;
import laurel.badge.award.EarnedBadge;
import laurel.badge.rule.ScoreRuleRepository.ScoreRanking;
import laurel.badge.rule.ScoreRuleRepository.ScoredLeaderboard;
import laurel.change.Change;
import laurel.change.ChangeFeed;
import laurel.change.LeaderboardChanges;
import laurel.database.sql.Sql;
import laurel.rankindex.EntryMove;
import laurel.rankindex.RankKey;
import org.jspecify.annotations.Nullable;

/** Badges that are earned by scores: awards them for new and changed entries. */
@Singleton
public class ScoreRules implements RuleSource {
    private static final int ENTRIES_AT_ONCE = 1_000;
    /** Between the clocks of nodes; as in {@link BadgePositionRepository#unawarded}. */
    private static final Duration MAX_CLOCK_DIFFERENCE = Duration.ofMinutes(1);

    private final Sql sql;
    private final ScoreRuleRepository repository;
    private final BadgeRepository badges;
    private final BadgePositionRepository positions;
    private final ChangeFeed feed;
    private final AwardRepository awarded;
    private final Awards awards;
    private final Map<Integer, EntryScan> scans = new ConcurrentHashMap<>();

    ScoreRules(
            Sql sql,
            ScoreRuleRepository repository,
            BadgeRepository badges,
            BadgePositionRepository positions,
            ChangeFeed feed,
            AwardRepository awarded,
            Awards awards) {
        this.sql = sql;
        this.repository = repository;
        this.badges = badges;
        this.positions = positions;
        this.feed = feed;
        this.awarded = awarded;
        this.awards = awards;
    }

    /**
     * A scan of a leaderboard's entries, in parts, each in a transaction of its own. It replaces changes that the feed does
     * not have. It is kept in memory only: another node, or this one after a restart, starts over and skips participants
     * that have an award.
     *
     * @param position the leaderboard's position when the scan started
     * @param last     the last change at that time
     * @param badge    the lowest id of the badges that are left
     * @param after    where the part before ended, for that badge
     */
    private record EntryScan(
            long position, long last, int badge, @Nullable PortionEnd after) {}

    /** Awards badges for the next changes of a leaderboard. False if there are none, or if another node awards them. */
    public boolean follow(int leaderboard, Instant now) {
        LeaderboardPosition claimed = positions.claimLeaderboard(leaderboard).orElse(null);
        ScoredLeaderboard scored = repository.leaderboard(leaderboard).orElse(null);
        if (claimed == null || scored == null) {
            return false;
        }
        EntryScan last = scans.get(leaderboard);
        EntryScan scan = last != null && last.position == claimed.sequence() ? last : null;
        LeaderboardChanges next = feed.next(leaderboard, claimed.sequence());
        // A scan covers the changes that there were when it started, and no later ones.
        List<Change> changes = next.changes().stream()
                .filter(change -> scan == null || change.sequence() <= scan.last)
                .toList();
        if (changes.isEmpty()) {
            return false;
        }
        boolean complete = changes.stream().noneMatch(Change::hasUnlistedScores) && claimed.sequence() >= feed.floor();
        EntryScan from = scan != null || complete
                ? scan
                : new EntryScan(claimed.sequence(), changes.getLast().sequence(), 0, null);
        award(scored, changes, claimed, from, now);
        return true;
    }

    /** @param scan null if the changes are complete */
    private void award(
            ScoredLeaderboard leaderboard,
            List<Change> changes,
            LeaderboardPosition claimed,
            @Nullable EntryScan scan,
            Instant now) {
        List<Badge> scored = badges.awarded(leaderboard.appId(), Set.of(RuleKind.SCORE)).stream()
                .filter(badge -> leaderboard.key().equals(badge.rule().leaderboardKey()))
                .toList();
        List<EarnedBadge> earned = new ArrayList<>();
        EntryScan next = scan == null ? null : scan(scored, finalSince(claimed, changes), scan, earned);
        if (next == null) {
            earned.addAll(earned(scored, changes));
            positions.advanceLeaderboard(leaderboard.id(), changes.getLast().sequence(), now);
        }
        remember(leaderboard.id(), next);
        awards.grant(leaderboard.appId(), scored, earned, now);
    }

    /** Windows that became final before have no unread changes. The first of these may have been made before the last read. */
    private static Instant finalSince(LeaderboardPosition claimed, List<Change> changes) {
        Instant first = changes.getFirst().at();
        return (first.isBefore(claimed.readAt()) ? first : claimed.readAt()).minus(MAX_CLOCK_DIFFERENCE);
    }

    private void remember(int leaderboard, @Nullable EntryScan next) {
        sql.afterCommit(() -> {
            if (next == null) {
                scans.remove(leaderboard);
            } else {
                scans.put(leaderboard, next);
            }
        });
    }

    private List<EarnedBadge> earned(List<Badge> scored, List<Change> changes) {
        Set<Long> ids = changes.stream()
                .flatMap(ScoreRules::moves)
                .map(EntryMove::rankingId)
                .collect(Collectors.toSet());
        Map<Long, ScoreRanking> rankings =
                repository.rankings(ids).stream().collect(Collectors.toMap(ScoreRanking::id, Function.identity()));
        List<EarnedBadge> earned = new ArrayList<>();
        for (Change change : changes) {
            List<Badge> following = scored.stream()
                    .filter(badge -> change.sequence() > badge.followsFrom())
                    .toList();
            moves(change)
                    .flatMap(move -> earned(following, rankings.get(move.rankingId()), move.after()))
                    .forEach(earned::add);
        }
        return earned;
    }

    private static Stream<EntryMove> moves(Change change) {
        return Objects.requireNonNullElse(change.moves(), List.<EntryMove>of()).stream();
    }

    private static Stream<EarnedBadge> earned(
            List<Badge> badges, @Nullable ScoreRanking ranking, @Nullable RankKey place) {
        if (ranking == null || place == null) {
            return Stream.empty();
        }
        return badges.stream()
                .filter(badge -> ranking.definition().equals(badge.rule().windowDefinitionKey()))
                .filter(badge -> ranking.reaches(place.sortKey(), badge))
                .map(badge -> EarnedBadge.by(
                        badge, place.participantId(), ranking.windowId(), ranking.evidence(place.sortKey(), badge)));
    }

    /**
     * Reads the next part of a scan: everyone with a sufficient score in a window that was not final at {@code finalSince}
     * has earned the badge, unless the score was received before the badge was enabled. Adds those without an award, and
     * returns where to go on; null after the last part.
     */
    private @Nullable EntryScan scan(List<Badge> scored, Instant finalSince, EntryScan from, List<EarnedBadge> earned) {
        Badge badge = scored.stream()
                .filter(one -> one.id() >= from.badge && one.followsFrom() < from.last)
                .findFirst()
                .orElse(null);
        if (badge == null) {
            return null;
        }
        Portion part = part(badge, badge.id() == from.badge ? from.after : null, finalSince, badge.enabledAt());
        Set<EarnedBadge.Key> existing = awarded.existing(part.earned());
        part.earned().stream().filter(one -> !existing.contains(one.key())).forEach(earned::add);
        return part.next() == null
                ? new EntryScan(from.position, from.last, badge.id() + 1, null)
                : new EntryScan(from.position, from.last, badge.id(), part.next());
    }

    @Override
    public Set<RuleKind> kinds() {
        return Set.of(RuleKind.SCORE);
    }

    @Override
    public Portion part(Badge badge, @Nullable PortionEnd after, Instant now) {
        return part(badge, after, Instant.EPOCH, null);
    }

    /**
     * The next entries of one window. A portion ends after a window and an entry, or after a whole window.
     *
     * @param finalSince    the earliest time at which the window may have become final
     * @param receivedSince the earliest time of submissions that count; null to count all, even if they are not stored any more
     */
    private Portion part(Badge badge, @Nullable PortionEnd after, Instant finalSince, @Nullable Instant receivedSince) {
        boolean within = after != null && after.key().size() > 1;
        ScoreRanking ranking = repository
                .next(badge, after == null ? 0 : after.number(0), within, finalSince)
                .orElse(null);
        if (ranking == null) {
            return new Portion(List.of(), 0, null);
        }
        RankKey from = after == null || !within || after.number(0) != ranking.windowId()
                ? null
                : new RankKey(after.number(1), after.number(2), after.number(3), "", after.number(4));
        long minScore = badge.rule().minScore(ranking.decimals());
        List<RankKey> entries = repository.entries(ranking, minScore, from, ENTRIES_AT_ONCE);
        List<RankKey> counted = receivedSince == null
                ? entries
                : repository.received(
                        ranking,
                        minScore,
                        entries.stream().map(RankKey::participantId).toList(),
                        receivedSince);
        List<EarnedBadge> earned = counted.stream()
                .map(entry -> EarnedBadge.by(
                        badge, entry.participantId(), ranking.windowId(), ranking.evidence(entry.sortKey(), badge)))
                .toList();
        return new Portion(earned, entries.size() + 1, next(ranking.windowId(), entries));
    }

    private static PortionEnd next(long window, List<RankKey> entries) {
        if (entries.size() < ENTRIES_AT_ONCE) {
            return PortionEnd.of(window);
        }
        RankKey last = entries.getLast();
        return PortionEnd.of(window, last.sortKey(), last.subscoreKey(), last.tieKey(), last.participantId());
    }
}
