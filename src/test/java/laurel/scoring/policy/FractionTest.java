package laurel.scoring.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Sums of parts that no decimal can hold. */
class FractionTest {
    @Test
    void sumsAreExact() {
        Fraction sum = part(1, 6).plus(part(1, 10)).plus(part(11, 15));

        assertThat(sum.rounded(20)).isEqualByComparingTo(BigDecimal.ONE);
    }

    @Test
    void aSumOfSumsHasADenominatorAsLongAsThoseOfItsParts() {
        Fraction sum = Fraction.ZERO;
        for (int depth = 0; depth < 20; depth++) {
            Fraction pillar = sum.times(part(1, 9_973 + depth));
            for (int term = 0; term < 50; term++) {
                sum = sum.plus(pillar);
            }
            sum = sum.plus(Fraction.ONE);
        }

        assertThat(sum.denominator().precision()).isLessThan(20 * 4 + 10);
    }

    private static Fraction part(int numerator, int denominator) {
        return new Fraction(BigDecimal.valueOf(numerator), BigDecimal.valueOf(denominator));
    }
}
