package laurel.leaderboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TieRuleTest {
    /** In order of time, at least a microsecond apart, before and after 1970. */
    private static final List<Instant> MOMENTS = Stream.of(
                    "1969-12-31T23:59:59.999998Z",
                    "1969-12-31T23:59:59.999999Z",
                    "1970-01-01T00:00:00Z",
                    "1970-01-01T00:00:00.000001Z",
                    "2025-07-13T14:30:00.123455Z",
                    "2025-07-13T14:30:00.123456Z",
                    "2025-07-13T14:30:00.124Z",
                    "2025-07-13T14:30:01Z")
            .map(Instant::parse)
            .toList();

    @Test
    void ranksEarlierScoreFirstToTheMicrosecond() {
        assertThat(keys(TieRule.EARLIEST)).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void ranksLaterScoreFirstToTheMicrosecond() {
        assertThat(keys(TieRule.LATEST).reversed()).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void ignoresTimeIfTiesAreOrderedByParticipantId() {
        assertThat(keys(TieRule.ID)).containsOnly(0L);
    }

    private static List<Long> keys(TieRule rule) {
        return MOMENTS.stream().map(rule::key).toList();
    }
}
