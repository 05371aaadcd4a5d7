package laurel.leaderboard;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;
import laurel.refusal.ErrorCode;
import laurel.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * Decimal texts to fixed-point scores and back, without rounding.
 *
 * @param decimals digits after the point, 0 to 9
 */
public record ScoreFormat(int decimals) {
    /** Longest text that is read as a number, in characters. */
    public static final int MAX_TEXT = 64;
    /** Most digits after the point. */
    public static final int MAX_DECIMALS = 9;

    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d{1,4})?");
    private static final BigDecimal MIN = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    /**
     * The fixed-point score of a decimal text. Refuses, in this order: SCORE_NOT_A_NUMBER ("NaN", "Infinity", "12a",
     * over-long texts), SCORE_OUT_OF_RANGE (does not fit 64 bits), SCORE_TOO_MANY_DECIMALS ("1.25" at one decimal; "1.20" is
     * 1.2).
     */
    public long parse(String text, String... path) {
        BigDecimal number = number(text);
        if (number == null) {
            throw new RefusedException(
                    ErrorCode.SCORE_NOT_A_NUMBER,
                    "A score must be a decimal number of at most " + MAX_TEXT + " characters.",
                    path);
        }
        BigDecimal value = number.stripTrailingZeros();
        // The magnitude is compared first: 1E+9999 must not be written out digit by digit.
        if (value.signum() != 0 && value.precision() - (long) value.scale() > 19) {
            throw outOfRange(path);
        }
        BigDecimal fixed = value.movePointRight(decimals);
        if (fixed.compareTo(MIN) < 0 || fixed.compareTo(MAX) > 0) {
            throw outOfRange(path);
        }
        if (value.signum() != 0 && value.scale() > decimals) {
            throw new RefusedException(
                    ErrorCode.SCORE_TOO_MANY_DECIMALS,
                    "`" + text + "` has " + value.scale() + " decimals; the leaderboard allows " + decimals + ".",
                    path);
        }
        return fixed.longValueExact();
    }

    /** The number of a decimal text; null where it is none, or longer than {@link #MAX_TEXT}. Its exponent may be large. */
    public static @Nullable BigDecimal number(String text) {
        return text.length() > MAX_TEXT || !NUMBER.matcher(text).matches() ? null : new BigDecimal(text);
    }

    /** The decimal text of a fixed-point score, with exactly {@link #decimals} digits after the point. */
    public String format(long score) {
        return BigDecimal.valueOf(score, decimals).toPlainString();
    }

    /** The decimal text of how far apart two fixed-point scores lie, which may take more than 64 bits. */
    public String distance(long one, long other) {
        BigInteger apart =
                BigInteger.valueOf(one).subtract(BigInteger.valueOf(other)).abs();
        return new BigDecimal(apart, decimals).toPlainString();
    }

    private RefusedException outOfRange(String... path) {
        return new RefusedException(
                ErrorCode.SCORE_OUT_OF_RANGE,
                "At " + decimals + " decimals a score lies between " + format(Long.MIN_VALUE) + " and "
                        + format(Long.MAX_VALUE) + ".",
                path);
    }
}
