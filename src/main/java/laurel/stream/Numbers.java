package laurel.stream;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/** Numbers as other systems write them. */
final class Numbers {
    /** Without an exponent: a short one may stand for more digits than there is memory. */
    private static final Pattern DECIMAL = Pattern.compile("[+-]?\\d{1,40}(\\.\\d{1,40})?");

    private Numbers() {}

    /** An exact decimal; what has no end of zeros after the point has none of them. Throws UnusableEntryException. */
    static BigDecimal parse(String text) {
        if (!DECIMAL.matcher(text).matches()) {
            throw new UnusableEntryException(
                    "\"" + text.substring(0, Math.min(text.length(), 40)) + "\" is no decimal number");
        }
        return new BigDecimal(text);
    }
}
