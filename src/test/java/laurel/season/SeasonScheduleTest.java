package laurel.season;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import laurel.leaderboard.Season;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import org.junit.jupiter.api.Test;

class SeasonScheduleTest {
    private static final Instant NOW = Instant.parse("2025-07-13T14:30:00Z");

    @Test
    void limitsSeasonsToOneThousand() {
        SeasonSchedule almost = new SeasonSchedule(
                IntStream.range(1, 1_000).mapToObj(SeasonScheduleTest::season).toList(), NOW);
        SeasonSchedule full = almost.with(season(1_000));
        assertThat(full.seasons()).hasSize(1_000);
        assertThatThrownBy(() -> full.with(season(1_001)))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.refusal().code()).isEqualTo(ErrorCode.LIMIT_REACHED));
    }

    /** Returns planned seasons, each a day after the previous one. */
    private static Season season(int number) {
        return new Season(
                number + 1, number, "Season " + number, NOW.plus(Duration.ofDays(number)), null, true, null, null);
    }
}
