package laurel.scoring.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Exact arithmetic with fractions that have no finite decimal representation. */
class FractionTest {
    @Test
    void addsExactly() {
        Fraction sum = fraction(1, 6).plus(fraction(1, 10)).plus(fraction(11, 15));

        assertThat(sum.rounded(20)).isEqualByComparingTo(BigDecimal.ONE);
    }

    @Test
    void keepsDenominatorSmallInNestedSums() {
        Fraction sum = Fraction.ZERO;
        for (int depth = 0; depth < 20; depth++) {
            Fraction pillar = sum.times(fraction(1, 9_973 + depth));
            for (int term = 0; term < 50; term++) {
                sum = sum.plus(pillar);
            }
            sum = sum.plus(Fraction.ONE);
        }

        assertThat(sum.denominator().precision()).isLessThan(20 * 4 + 10);
    }

    private static Fraction fraction(int numerator, int denominator) {
        return new Fraction(BigDecimal.valueOf(numerator), BigDecimal.valueOf(denominator));
    }
}
