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
 * An entry and its place at the moment of asking.
 *
 * @param submissionId the submission that made the entry what it is
 * @param ranks what was asked for of it
 * @param ahead sort key of the next better score; null for the best, and where it was not asked for
 */
public record Standing(
        Ranking ranking,
        RankKey place,
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

    /** The standing of a row that has figures of its own. */
    static Standing of(Ranking ranking, StandingRow row) {
        return new Standing(
                ranking,
                row.place(),
                row.achievedAt(),
                row.submissionId(),
                row.metadata(),
                Ranks.of(row),
                row.nextBetterScore());
    }

    /**
     * The same entry once so many more scores are better than its, so many more entries are before it, of so many in
     * all.
     */
    public Standing passedBy(int better, int before, int total) {
        return new Standing(
                ranking, place, achievedAt, submissionId, metadata, ranks.passedBy(better, before, total), ahead);
    }

    /** Whether this is what stood there: the same entry, whatever its place in the list. */
    public boolean sameEntry(Standing other) {
        return place.equals(other.place)
                && submissionId == other.submissionId
                && achievedAt.equals(other.achievedAt)
                && Objects.equals(metadata, other.metadata);
    }

    public long participantId() {
        return place.participantId();
    }

    /** Fixed-point. */
    public long score() {
        return ranking.sortOrder().score(place.sortKey());
    }

    public long subscore() {
        return ranking.sortOrder().score(place.subscoreKey());
    }

    /** What the score lacks to the next better one, as a decimal text; null for the best. */
    public @Nullable String gapToNext() {
        return ahead == null
                ? null
                : ranking.scores().distance(score(), ranking.sortOrder().score(ahead));
    }

    /**
     * How its participant moved to it from a place in another ranking of the same group.
     *
     * @param previousRank  null, as is the score, if the participant did not stand there
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

    /** The ranking of a standing, and how many stand in it, counted in the snapshot that the standing was read from. */
    public record CountedRanking(Ranking ranking, int entryCount) {}

    /** A standing and its place among some others alone, by the same rules. */
    public record RelativeStanding(Ranks ranks, Standing standing) {
        /** @param bestFirst standings of one ranking */
        public static List<RelativeStanding> among(List<Standing> bestFirst) {
            List<RelativeStanding> local = new ArrayList<>();
            for (Standing standing : bestFirst) {
                local.add(
                        local.isEmpty()
                                ? new RelativeStanding(Ranks.FIRST, standing)
                                : local.getLast().next(standing));
            }
            return local;
        }

        private RelativeStanding next(Standing next) {
            return new RelativeStanding(ranks.next(next.place().ties(standing.place())), next);
        }
    }
}
