package laurel.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PartSizesTest {
    private static final int MAX = 200;
    private final PartSizes<String> sizes = new PartSizes<>();

    /** The size after a part that had as much work as it could, and took a multiple of the target time. */
    private int after(double targets) {
        int size = sizes.next("scores", MAX);
        sizes.took("scores", size, size, time(targets));
        return sizes.next("scores", MAX);
    }

    private static Duration time(double targets) {
        return Duration.ofNanos((long) (PartSizes.TARGET.toNanos() * targets));
    }

    @Test
    void growsWhilePartsAreFastUpToMaximum() {
        assertThat(sizes.next("scores", MAX)).isEqualTo(20);
        assertThat(after(0.1)).isEqualTo(40);
        assertThat(after(0.8)).isEqualTo(50);
        assertThat(after(0.1)).isEqualTo(100);
        assertThat(after(0.1)).isEqualTo(MAX);
        assertThat(after(0.1)).isEqualTo(MAX);
    }

    @Test
    void shrinksAfterSlowPartByHalfAtMost() {
        sizes.took("scores", MAX, MAX, time(1));
        assertThat(after(1.25)).isEqualTo(160);
        assertThat(after(100)).isEqualTo(80);
        assertThat(after(100)).isEqualTo(40);
        assertThat(after(100)).isEqualTo(20);
        assertThat(after(100)).isEqualTo(20);
        assertThat(after(0.1)).isEqualTo(40);
    }

    /** A fast part with little work does not show that a large one is fast. */
    @Test
    void doesNotGrowByPartWithLittleWork() {
        sizes.took("scores", 20, 3, time(0.01));
        assertThat(sizes.next("scores", MAX)).isEqualTo(20);
        sizes.took("scores", 20, 15, time(0.01));
        assertThat(sizes.next("scores", MAX)).isEqualTo(30);
    }

    @Test
    void keepsSizesOfKeysApart() {
        sizes.took("scores", 80, 80, time(2));
        assertThat(sizes.next("scores", MAX)).isEqualTo(40);
        assertThat(sizes.next("badges", MAX)).isEqualTo(20);
        assertThat(sizes.next("badges", 1)).isEqualTo(1);
    }

    /** With a cost for each unit of work and one for each part, parts take about the target time after the first ones. */
    @Test
    void approachesTargetTime() {
        Random random = new Random(1);
        for (int n = 0; n < 100; n++) {
            PartSizes<Integer> ofOne = new PartSizes<>();
            double perUnit = 0.002 + random.nextDouble() / 40;
            double perPart = random.nextDouble() / 4;
            for (int part = 0; part < 30; part++) {
                int size = ofOne.next(n, MAX);
                ofOne.took(n, size, size, time(perPart + perUnit * size));
            }
            int size = ofOne.next(n, MAX);
            assertThat(perPart + perUnit * size).isLessThanOrEqualTo(1 + perUnit);
            assertThat(size == MAX || perPart + perUnit * (size + 1) > 0.6)
                    .as("%s %s %s", perUnit, perPart, size)
                    .isTrue();
        }
    }
}
