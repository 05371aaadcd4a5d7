package laurel.scoring.graphql;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Formats numbers for the scalars {@code Decimal} and {@code Score}. */
final class Decimals {
    private Decimals() {}

    /** Formats without an exponent: 1000, not 1E+3. */
    static String text(BigDecimal number) {
        return number.toPlainString();
    }

    /** Formats a number; null if it is absent. */
    static @Nullable String optionalText(@Nullable BigDecimal number) {
        return number == null ? null : text(number);
    }
}
