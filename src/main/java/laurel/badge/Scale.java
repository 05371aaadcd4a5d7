package laurel.badge;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** What a badge asks for, as scores are kept. */
final class Scale {
    private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal MIN = BigDecimal.valueOf(Long.MIN_VALUE);

    private Scale() {}

    /** The least fixed-point score that reaches it. */
    static long fixed(Badge badge, int decimals) {
        BigDecimal asked = requireNonNull(badge.rule().atLeast());
        return asked.movePointRight(decimals)
                .setScale(0, RoundingMode.CEILING)
                .min(MAX)
                .max(MIN)
                .longValueExact();
    }
}
