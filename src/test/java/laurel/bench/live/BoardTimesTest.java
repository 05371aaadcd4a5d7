package laurel.bench.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class BoardTimesTest {
    @Test
    void measuresDelayFromRequestAndFromResponse() {
        BoardTimes times = new BoardTimes();
        for (int i = 0; i < 100; i++) {
            times.sent(i);
        }
        times.answered(500);
        times.answered(600);
        Histogram most = new Histogram(5);
        Histogram least = new Histogram(5);
        times.seen(1, 3, 1_000, most, least);
        assertThat(most.getTotalCount()).isEqualTo(2);
        assertThat(most.getMaxValue()).isEqualTo(999);
        assertThat(most.getMinValue()).isEqualTo(998);
        assertThat(least.getMaxValue()).isEqualTo(400);
        // The response comes after the event.
        assertThat(least.getMinValue()).isZero();
        assertThat(times.answers()).isEqualTo(2);
        assertThat(times.sends()).isEqualTo(100);
    }
}
