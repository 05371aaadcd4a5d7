package laurel.policy;

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
import laurel.database.Sql;
import laurel.graphql.RequestErrorCode;
import laurel.graphql.RequestException;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.SortOrder;
import laurel.policy.DayEvaluations.Lengths;
import laurel.policy.ScoringPolicy.StoredVersion;

/** Tries versions of policies on days that have passed. */
@Singleton
class Trials {
    /** Tallies whose streaks are found by one statement. */
    private static final int PART = 1_000;

    private final Sql sql;
    private final ScoringPolicies policies;
    private final FedBoards fed;
    private final Tallies tallies;
    private final DayEvaluations evaluations;
    private final int most;

    /** @param most days of participants that one trial takes */
    Trials(
            Sql sql,
            ScoringPolicies policies,
            FedBoards fed,
            Tallies tallies,
            DayEvaluations evaluations,
            @Value("${laurel.limits.trial:200000}") int most) {
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
     * @param through the last day
     * @param first   how many moves to tell
     */
    @Introspected
    record Asked(String key, int version, String pillar, LocalDate from, LocalDate through, int first) {}

    /** The trial; empty where the app has no such policy, version or pillar. Throws LIMIT_EXCEEDED if it would read too much. */
    Optional<ScoringTrial> run(int app, Asked asked) {
        return sql.inTransaction(
                () -> policies.byKey(app, asked.key()).flatMap(policy -> policy.version(asked.version())
                        .filter(version -> version.rules().pillar(asked.pillar()) != null)
                        .map(version -> run(policy, version, asked))));
    }

    private ScoringTrial run(ScoringPolicy policy, StoredVersion version, Asked asked) {
        Map<Integer, Leaderboard> boards = fed.of(List.of(policy));
        var sums = new TrialSums();
        var comparison = new Comparison(policy, boards, policy.scoring(version, boards), asked.pillar(), sums);
        try (Stream<DailyTally> all = tallies.between(policy.dayRuleId(), asked.from(), asked.through())) {
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
        List<TrialMove> moves = sums.moves(ranked == null ? SortOrder.DESCENDING : ranked.sortOrder());
        return new ScoringTrial(
                policy,
                version,
                asked.pillar(),
                asked.from(),
                asked.through(),
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
        private final ScoringVersion tried;
        private final String pillar;
        private final TrialSums sums;
        private final Map<Integer, ScoringVersion> inForce = new HashMap<>();

        Comparison(
                ScoringPolicy policy,
                Map<Integer, Leaderboard> boards,
                ScoringVersion tried,
                String pillar,
                TrialSums sums) {
            this.policy = policy;
            this.boards = boards;
            this.tried = tried;
            this.pillar = pillar;
            this.sums = sums;
        }

        void add(List<DailyTally> part) {
            List<ScoringVersion> versions = new ArrayList<>(List.of(tried));
            part.forEach(tally -> versions.add(versionOn(tally)));
            Lengths lengths =
                    evaluations.lengths(part.stream().map(DailyTally::day).toList(), versions);
            for (DailyTally tally : part) {
                sums.add(
                        tally.day().participantId(),
                        score(versionOn(tally), tally, lengths),
                        score(tried, tally, lengths));
            }
        }

        private ScoringVersion versionOn(DailyTally tally) {
            StoredVersion version = policy.on(tally.day().day());
            return requireNonNull(inForce.computeIfAbsent(version.number(), number -> policy.scoring(version, boards)));
        }

        /** What the day comes to; 0 where the version does not know the pillar. */
        private BigDecimal score(ScoringVersion version, DailyTally tally, Lengths lengths) {
            return version.score(tally, lengths.of(version, tally.day())).getOrDefault(pillar, BigDecimal.ZERO);
        }
    }

    /** How a participant would move. */
    public record TrialMove(
            long participantId, BigDecimal previousScore, BigDecimal score, int previousRank, int rank) {
        /** By how many ranks, up or down. */
        int distance() {
            return Math.abs(rank - previousRank);
        }
    }

    /**
     * Who would have stood otherwise by a version of a policy.
     *
     * @param participants how many have a score, by one version or the other
     * @param moved        how many of them would have another rank
     * @param moves        the first of those, the largest moves first
     */
    public record ScoringTrial(
            ScoringPolicy policy,
            ScoringPolicy.StoredVersion version,
            String pillar,
            LocalDate from,
            LocalDate through,
            int participants,
            int moved,
            List<Trials.TrialMove> moves) {}
}
