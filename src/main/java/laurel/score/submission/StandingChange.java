package laurel.score.submission;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Objects;
import laurel.leaderboard.Group;
import laurel.leaderboard.LeaderboardGroup;
import laurel.leaderboard.ScoreFormat;
import laurel.score.entry.EntryChange;
import laurel.score.ledger.ScoreSubmission;
import org.jspecify.annotations.Nullable;

/**
 * A change of the score or rank of a participant in a window; the type StandingChange of the schema.
 *
 * @param windowId      null if the window does not exist, as after a dry run that would open it
 * @param group         the group of the entry; if the entry was removed, its last group
 * @param previousGroup null if there was no entry
 * @param decimals      of the scores of the leaderboard
 * @param previousScore fixed-point; null if there was no entry. A sum derived for the past may exceed 64 bits
 * @param score         fixed-point; null if the entry was removed
 */
@Serdeable
@JsonInclude(JsonInclude.Include.ALWAYS)
public record StandingChange(
        int leaderboardId,
        @Nullable Long windowId,
        long participantId,
        Group group,
        // The mapper cannot write a null of a type that is one value in JSON.
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Group previousGroup,
        int decimals,
        @Nullable BigInteger previousScore,
        @Nullable Long score,
        @Nullable Integer previousRank,
        @Nullable Integer rank) {

    /** A change by a submission or its removal. */
    public static StandingChange of(ScoreSubmission submission, EntryChange change) {
        return of(submission.leaderboardId(), submission.decimals(), submission.participantId(), change);
    }

    /** A change of an entry on a leaderboard. */
    public static StandingChange of(int leaderboardId, int decimals, long participantId, EntryChange change) {
        return new StandingChange(
                leaderboardId,
                change.windowId(),
                participantId,
                change.group(),
                change.previousGroup(),
                decimals,
                big(change.previousScore()),
                change.score(),
                change.previousRank(),
                change.rank());
    }

    public static @Nullable BigInteger big(@Nullable Long score) {
        return score == null ? null : BigInteger.valueOf(score);
    }

    /** Ranks gained; null if either rank is null, or if the group changed. */
    @Nullable
    public Integer rankChange() {
        return previousRank == null || rank == null || !Objects.equals(group, previousGroup)
                ? null
                : Integer.valueOf(previousRank - rank);
    }

    @Nullable
    public LeaderboardGroup leaderboardGroup(@Nullable Group of) {
        return LeaderboardGroup.of(leaderboardId, of);
    }

    @Nullable
    public String previousText() {
        return previousScore == null ? null : new BigDecimal(previousScore, decimals).toPlainString();
    }

    @Nullable
    public String text() {
        return score == null ? null : new ScoreFormat(decimals).format(score);
    }
}
