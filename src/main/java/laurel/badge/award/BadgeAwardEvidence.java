package laurel.badge.award;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.micronaut.serde.annotation.Serdeable;
import java.math.BigDecimal;
import java.time.LocalDate;
import laurel.leaderboard.Group;
import org.jspecify.annotations.Nullable;

/**
 * What an award was won with. Stored as JSON with the award, and independent of the window, which may expire.
 *
 * @param rank           RANK_AT_CLOSE: final rank
 * @param score          RANK_AT_CLOSE and SCORE, with the decimals of the leaderboard
 * @param leaderboardKey RANK_AT_CLOSE and SCORE
 * @param windowName     RANK_AT_CLOSE and SCORE
 * @param group          RANK_AT_CLOSE: the group of the ranking; empty for everyone
 * @param entryCount     RANK_AT_CLOSE: number of entries of the final ranking
 * @param streakLength   STREAK: length of the run when the award was made
 * @param count          COUNTER: sum; PEERS: number of peers
 * @param day            STREAK: first day of the run; COUNTER and PEERS: last of the counted days
 */
@Serdeable
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BadgeAwardEvidence(
        @Nullable Integer rank,
        @Nullable String score,
        @Nullable String leaderboardKey,
        @Nullable String windowName,
        @Nullable Group group,
        @Nullable Integer entryCount,
        @Nullable Integer streakLength,
        @Nullable BigDecimal count,
        @Nullable LocalDate day) {
    /** A rank in a final ranking. */
    public static BadgeAwardEvidence ofRank(
            int rank, String score, @Nullable String leaderboard, String window, Group group, int entryCount) {
        return new BadgeAwardEvidence(rank, score, leaderboard, window, group, entryCount, null, null, null);
    }

    /** A score in a window. */
    public static BadgeAwardEvidence ofScore(String score, @Nullable String leaderboard, String window) {
        return new BadgeAwardEvidence(null, score, leaderboard, window, null, null, null, null, null);
    }

    /** A run of a streak that started on a day. */
    public static BadgeAwardEvidence ofStreak(int length, LocalDate firstDay) {
        return new BadgeAwardEvidence(null, null, null, null, null, null, length, null, firstDay);
    }

    /** A count over consecutive days. */
    public static BadgeAwardEvidence ofCount(BigDecimal count, LocalDate lastDay) {
        return new BadgeAwardEvidence(null, null, null, null, null, null, null, count, lastDay);
    }
}
