package laurel.scoring.graphql;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Numbers as the schema tells them. */
public final class Decimals {
    private Decimals() {}

    /** Never 1E+3: the zeros are written. */
    public static String text(BigDecimal number) {
        return number.toPlainString();
    }

    /** The same of what may be absent. */
    public static @Nullable String optionalText(@Nullable BigDecimal number) {
        return number == null ? null : text(number);
    }
}
