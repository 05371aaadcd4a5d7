package laurel.ranking;

import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import laurel.database.sql.Json;
import laurel.rankindex.RankKey;
import laurel.request.Measured;
import laurel.score.submission.StandingChange;
import org.jspecify.annotations.Nullable;

/**
 * An entry and its ranks at the time of the query.
 *
 * @param submissionId the submission that determined the entry
 * @param ahead        sort key of the next better score; null for the best score, and unless it was requested
 */
public record Standing(
        Ranking ranking,
        RankKey key,
        Instant achievedAt,
        long submissionId,
        @Nullable Json metadata,
        Ranks ranks,
        @Nullable Long ahead)
        implements Measured {

    @Override
    public long heldBytes() {
        return metadata == null ? 0 : metadata.text().length();
    }

    /** The standing of a row that has its own metrics. */
    static Standing of(Ranking ranking, StandingRow row) {
        return new Standing(
                ranking,
                row.key(),
                row.achievedAt(),
                row.submissionId(),
                row.metadata(),
                Ranks.of(row),
                row.nextBetterScore());
    }

    /**
     * The same entry after others have changed.
     *
     * @param better additional entries with a better score
     * @param before additional entries before it
     * @param total  entries of the ranking
     */
    public Standing passedBy(int better, int before, int total) {
        return new Standing(
                ranking, key, achievedAt, submissionId, metadata, ranks.passedBy(better, before, total), ahead);
    }

    /**
     * Ranks the standings at the top of a ranking.
     *
     * @param bestFirst from the first place on
     * @param total     entries of the ranking
     */
    public static List<Standing> ofTop(List<Standing> bestFirst, int total) {
        List<Standing> ranked = new ArrayList<>();
        for (Standing standing : bestFirst) {
            ranked.add(ranked.isEmpty() ? standing.first(total) : standing.after(ranked.getLast()));
        }
        return ranked;
    }

    private Standing first(int total) {
        return with(Ranks.FIRST.passedBy(0, 0, total), null);
    }

    /** The standing after this one, which has the same score or is the next better one. */
    Standing after(Standing previous) {
        boolean ties = key.ties(previous.key);
        return with(previous.ranks.next(ties), ties ? previous.ahead : Long.valueOf(previous.key.sortKey()));
    }

    private Standing with(Ranks other, @Nullable Long next) {
        return new Standing(ranking, key, achievedAt, submissionId, metadata, other, next);
    }

    /** Whether both have the same entry, regardless of ranks. */
    public boolean sameEntry(Standing other) {
        return key.equals(other.key)
                && submissionId == other.submissionId
                && achievedAt.equals(other.achievedAt)
                && Objects.equals(metadata, other.metadata);
    }

    public long participantId() {
        return key.participantId();
    }

    /** Fixed-point. */
    public long score() {
        return ranking.sortOrder().score(key.sortKey());
    }

    public long subscore() {
        return ranking.sortOrder().score(key.subscoreKey());
    }

    /** Difference to the next better score, as a decimal. Null for the best score. */
    public @Nullable String gapToNext() {
        return ahead == null
                ? null
                : ranking.scores().distance(score(), ranking.sortOrder().score(ahead));
    }

    /**
     * The change from an earlier standing of the same participant.
     *
     * @param previousRank  null, like the score, if there was no earlier standing
     * @param previousScore fixed-point
     */
    public StandingChange since(@Nullable Integer previousRank, @Nullable BigInteger previousScore) {
        return new StandingChange(
                ranking.leaderboardId(),
                ranking.windowId(),
                participantId(),
                ranking.group(),
                previousScore == null ? null : ranking.group(),
                ranking.decimals(),
                previousScore,
                score(),
                previousRank,
                ranks.rank());
    }

    /** The ranking of a standing, with the number of its entries in the same snapshot. */
    public record CountedRanking(Ranking ranking, int entryCount) {}

    /** A standing with its ranks among a list of participants. */
    public record RelativeStanding(Ranks ranks, Standing standing) {
        /**
         * Ranks standings among each other.
         *
         * @param bestFirst standings of one ranking
         */
        public static List<RelativeStanding> of(List<Standing> bestFirst) {
            List<RelativeStanding> relative = new ArrayList<>();
            for (Standing standing : bestFirst) {
                relative.add(
                        relative.isEmpty()
                                ? new RelativeStanding(Ranks.FIRST, standing)
                                : relative.getLast().next(standing));
            }
            return relative;
        }

        private RelativeStanding next(Standing next) {
            return new RelativeStanding(ranks.next(next.key().ties(standing.key())), next);
        }
    }
}
