package laurel.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class PartSizesTest {
    private static final Backlog SCORES = new Work("scores", 200);
    private static final Duration TARGET = PartSizes.TARGET;
    private final PartSizes sizes = new PartSizes();

    private record Work(String name, int maxPartSize) implements Backlog {
        @Override
        public List<Integer> apps() {
            return List.of(1);
        }

        @Override
        public long size(int limit) {
            return limit;
        }

        @Override
        public int processPart(int app, int size, Instant now) {
            return size;
        }
    }

    /** A whole part took a multiple of the target time. */
    private int after(double targets) {
        int size = sizes.next(SCORES, 1);
        sizes.took(SCORES, 1, size, size, time(targets));
        return sizes.next(SCORES, 1);
    }

    private static Duration time(double targets) {
        return Duration.ofNanos((long) (TARGET.toNanos() * targets));
    }

    @Test
    void growsWhilePartsAreFastUpToMaximum() {
        assertThat(sizes.next(SCORES, 1)).isEqualTo(20);
        assertThat(after(0.1)).isEqualTo(40);
        assertThat(after(0.8)).isEqualTo(50);
        assertThat(after(0.1)).isEqualTo(100);
        assertThat(after(0.1)).isEqualTo(200);
        assertThat(after(0.1)).isEqualTo(200);
    }

    @Test
    void shrinksAfterSlowPartByHalfAtMost() {
        assertThat(after(1.25)).isEqualTo(16);
        assertThat(after(100)).isEqualTo(8);
        assertThat(after(100)).isEqualTo(4);
        assertThat(after(100)).isEqualTo(2);
        assertThat(after(100)).isEqualTo(1);
        assertThat(after(100)).isEqualTo(1);
        assertThat(after(0.1)).isEqualTo(2);
    }

    /** A fast part with little work does not show that a large one is fast. */
    @Test
    void doesNotGrowByPartWithLittleWork() {
        sizes.took(SCORES, 1, 20, 3, time(0.01));
        assertThat(sizes.next(SCORES, 1)).isEqualTo(20);
        sizes.took(SCORES, 1, 20, 15, time(0.01));
        assertThat(sizes.next(SCORES, 1)).isEqualTo(30);
    }

    @Test
    void keepsSizesOfAppsAndBacklogsApart() {
        sizes.took(SCORES, 1, 20, 20, time(2));
        assertThat(sizes.next(SCORES, 2)).isEqualTo(20);
        assertThat(sizes.next(new Work("badges", 200), 1)).isEqualTo(20);
        assertThat(sizes.next(new Work("single", 1), 1)).isEqualTo(1);
    }

    /** With a cost for each unit of work and one for each part, parts take at most the target time after the first ones. */
    @Test
    void approachesTargetTime() {
        RandomGenerator random = RandomGeneratorFactory.getDefault().create(1);
        for (int n = 0; n < 100; n++) {
            PartSizes ofOne = new PartSizes();
            double perUnit = 0.002 + random.nextDouble() / 4;
            double perPart = random.nextDouble() / 4;
            for (int part = 0; part < 30; part++) {
                int size = ofOne.next(SCORES, 1);
                ofOne.took(SCORES, 1, size, size, time(perPart + perUnit * size));
            }
            int size = ofOne.next(SCORES, 1);
            assertThat(perPart + perUnit * size).isLessThanOrEqualTo(1.0 + perUnit);
            assertThat(size == 200 || perPart + perUnit * (size + 1) > 0.6)
                    .as("%s %s %s", perUnit, perPart, size)
                    .isTrue();
        }
    }
}
