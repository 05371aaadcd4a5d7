package laurel.policy;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Numbers as the schema tells them. */
final class Decimals {
    private Decimals() {}

    /** Never 1E+3: the zeros are written. */
    static String text(BigDecimal number) {
        return number.toPlainString();
    }

    /** The same of what may be absent. */
    static @Nullable String optionalText(@Nullable BigDecimal number) {
        return number == null ? null : text(number);
    }
}
