package laurel.scoring.preview;

import static java.util.Objects.requireNonNull;

import io.micronaut.context.annotation.Value;
import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import laurel.activity.DailyTally;
import laurel.activity.Tallies;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.SortOrder;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.scoring.day.DayEvaluations;
import laurel.scoring.day.DayEvaluations.Lengths;
import laurel.scoring.policy.FedBoards;
import laurel.scoring.policy.ScoringPolicies;
import laurel.scoring.policy.ScoringPolicy;
import laurel.scoring.policy.ScoringPolicy.StoredVersion;
import laurel.scoring.policy.ScoringVersion;
import laurel.scoring.policy.VersionOf;

/** Previews versions of policies on days that have passed. */
@Singleton
public class PolicyPreviews {
    /** Tallies whose streaks are found by one statement. */
    private static final int PART = 1_000;

    private final Sql sql;
    private final ScoringPolicies policies;
    private final FedBoards fed;
    private final Tallies tallies;
    private final DayEvaluations evaluations;
    private final int most;

    /** @param most days of participants that one preview takes */
    PolicyPreviews(
            Sql sql,
            ScoringPolicies policies,
            FedBoards fed,
            Tallies tallies,
            DayEvaluations evaluations,
            @Value("${laurel.limits.preview-days:200000}") int most) {
        this.sql = sql;
        this.policies = policies;
        this.fed = fed;
        this.tallies = tallies;
        this.evaluations = evaluations;
        this.most = most;
    }

    /**
     * What is asked for.
     *
     * @param endDate inclusive
     * @param first   how many changes to return
     */
    @Introspected
    public record Asked(String key, int version, String pillar, LocalDate startDate, LocalDate endDate, int first) {}

    /**
     * The preview; empty where the app has no such policy, version or pillar. Throws LIMIT_EXCEEDED if it would read
     * too much.
     */
    public Optional<ScoringPolicyPreview> run(int app, Asked asked) {
        return sql.inTransaction(
                () -> policies.byKey(app, asked.key()).flatMap(policy -> policy.version(asked.version())
                        .filter(version -> version.rules().pillar(asked.pillar()) != null)
                        .map(version -> run(policy, version, asked))));
    }

    private ScoringPolicyPreview run(ScoringPolicy policy, StoredVersion version, Asked asked) {
        Map<Integer, Leaderboard> boards = fed.of(List.of(policy));
        var sums = new PreviewSums();
        var comparison = new Comparison(policy, boards, policy.scoring(version, boards), asked.pillar(), sums);
        try (Stream<DailyTally> all = tallies.between(policy.dayRuleId(), asked.startDate(), asked.endDate())) {
            Iterator<DailyTally> left = all.iterator();
            for (int read = 0; left.hasNext(); read += PART) {
                if (read >= most) {
                    throw new RequestException(
                            RequestErrorCode.LIMIT_EXCEEDED,
                            "Participants were active on more than " + most
                                    + " days from `startDate` to `endDate`; at most " + most + " are allowed.");
                }
                comparison.add(part(left));
            }
        }
        Integer board = policy.board(asked.pillar());
        Leaderboard ranked = board == null ? null : boards.get(board);
        List<ScoringPolicyPreviewChange> moves = sums.moves(ranked == null ? SortOrder.DESCENDING : ranked.sortOrder());
        return new ScoringPolicyPreview(
                policy,
                new VersionOf(policy, version),
                asked.pillar(),
                asked.startDate(),
                asked.endDate(),
                sums.participants(),
                moves.size(),
                moves.subList(0, Math.min(asked.first(), moves.size())));
    }

    private static List<DailyTally> part(Iterator<DailyTally> left) {
        List<DailyTally> part = new ArrayList<>();
        while (left.hasNext() && part.size() < PART) {
            part.add(left.next());
        }
        return part;
    }

    /** Adds up days by two versions. */
    private final class Comparison {
        private final ScoringPolicy policy;
        private final Map<Integer, Leaderboard> boards;
        private final ScoringVersion previewed;
        private final String pillar;
        private final PreviewSums sums;
        private final Map<Integer, ScoringVersion> active = new HashMap<>();

        Comparison(
                ScoringPolicy policy,
                Map<Integer, Leaderboard> boards,
                ScoringVersion previewed,
                String pillar,
                PreviewSums sums) {
            this.policy = policy;
            this.boards = boards;
            this.previewed = previewed;
            this.pillar = pillar;
            this.sums = sums;
        }

        void add(List<DailyTally> part) {
            List<ScoringVersion> versions = new ArrayList<>(List.of(previewed));
            part.forEach(tally -> versions.add(versionOn(tally)));
            Lengths lengths =
                    evaluations.lengths(part.stream().map(DailyTally::day).toList(), versions);
            for (DailyTally tally : part) {
                sums.add(
                        tally.day().participantId(),
                        score(versionOn(tally), tally, lengths),
                        score(previewed, tally, lengths));
            }
        }

        private ScoringVersion versionOn(DailyTally tally) {
            StoredVersion version = policy.on(tally.day().day());
            return requireNonNull(active.computeIfAbsent(version.number(), number -> policy.scoring(version, boards)));
        }

        /** What the day comes to; 0 where the version does not know the pillar. */
        private BigDecimal score(ScoringVersion version, DailyTally tally, Lengths lengths) {
            return version.score(tally, lengths.of(version, tally.day())).getOrDefault(pillar, BigDecimal.ZERO);
        }
    }

    /** How a participant's rank would differ. */
    public record ScoringPolicyPreviewChange(
            long participantId, BigDecimal previousScore, BigDecimal score, int previousRank, int rank) {
        /** By how many ranks, up or down. */
        int distance() {
            return Math.abs(rankChange());
        }

        /** Ranks gained. */
        public int rankChange() {
            return previousRank - rank;
        }
    }

    /**
     * How ranks would differ by a version of a policy.
     *
     * @param participantCount those with a score, by one version or the other
     * @param changedCount     those who would have another rank
     * @param changes          the first of those, the largest changes first
     */
    public record ScoringPolicyPreview(
            ScoringPolicy scoringPolicy,
            VersionOf version,
            String pillar,
            LocalDate startDate,
            LocalDate endDate,
            int participantCount,
            int changedCount,
            List<ScoringPolicyPreviewChange> changes) {}
}
