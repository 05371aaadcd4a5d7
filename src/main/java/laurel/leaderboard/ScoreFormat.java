package laurel.leaderboard;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.request.Text;
import org.jspecify.annotations.Nullable;

/**
 * Converts decimal texts to fixed-point scores and back, without rounding.
 *
 * @param decimals digits after the point, 0 to 9
 */
public record ScoreFormat(int decimals) {
    /** Maximum length of a number, in characters. */
    public static final int MAX_TEXT = 64;
    /** Maximum number of digits after the point. */
    public static final int MAX_DECIMALS = 9;

    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d{1,4})?");
    private static final BigDecimal MIN = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    /**
     * Returns the fixed-point score of a decimal text. Refuses, in this order: SCORE_NOT_A_NUMBER ("NaN", "Infinity", "12a",
     * over-long texts), SCORE_OUT_OF_RANGE (does not fit 64 bits), SCORE_TOO_MANY_DECIMALS ("1.25" at one decimal; "1.20" is
     * 1.2).
     */
    public long parse(String text, String... path) {
        return parse(text, NumberErrors.OF_SCORES, path);
    }

    /** Returns a number that is not a score. Refuses, in this order: INVALID_NUMBER, NUMBER_OUT_OF_RANGE, TOO_MANY_DECIMALS. */
    public static BigDecimal decimal(String text, String... path) {
        long fixed = new ScoreFormat(MAX_DECIMALS).parse(text, NumberErrors.OF_NUMBERS, path);
        BigDecimal number = BigDecimal.valueOf(fixed, MAX_DECIMALS).stripTrailingZeros();
        return number.scale() < 0 ? number.setScale(0) : number;
    }

    private record NumberErrors(ErrorCode invalid, ErrorCode outOfRange, ErrorCode tooManyDecimals, String owner) {
        static final NumberErrors OF_SCORES = new NumberErrors(
                ErrorCode.SCORE_NOT_A_NUMBER,
                ErrorCode.SCORE_OUT_OF_RANGE,
                ErrorCode.SCORE_TOO_MANY_DECIMALS,
                "the leaderboard allows ");
        static final NumberErrors OF_NUMBERS = new NumberErrors(
                ErrorCode.INVALID_NUMBER, ErrorCode.NUMBER_OUT_OF_RANGE, ErrorCode.TOO_MANY_DECIMALS, "it may have ");
    }

    private long parse(String text, NumberErrors errors, String... path) {
        BigDecimal number = number(text);
        if (number == null) {
            throw new RefusedException(
                    errors.invalid,
                    Text.named(path) + " must be a decimal number of at most " + MAX_TEXT + " characters.",
                    path);
        }
        BigDecimal value = number.stripTrailingZeros();
        BigDecimal fixed = fixed(value, errors, path);
        if (value.signum() != 0 && value.scale() > decimals) {
            throw new RefusedException(
                    errors.tooManyDecimals,
                    "`" + text + "` has " + value.scale() + " decimals; " + errors.owner + decimals + ".",
                    path);
        }
        return fixed.longValueExact();
    }

    /** Refuses SCORE_OUT_OF_RANGE unless a number, which may have more decimals, lies between the lowest and highest scores. */
    public void checkRange(BigDecimal number, String... path) {
        fixed(number.stripTrailingZeros(), NumberErrors.OF_SCORES, path);
    }

    private BigDecimal fixed(BigDecimal value, NumberErrors errors, String... path) {
        // The magnitude is compared first: 1E+9999 must not be written out digit by digit.
        if (value.signum() != 0 && value.precision() - (long) value.scale() > 19) {
            throw outOfRange(errors.outOfRange, path);
        }
        BigDecimal fixed = value.movePointRight(decimals);
        if (fixed.compareTo(MIN) < 0 || fixed.compareTo(MAX) > 0) {
            throw outOfRange(errors.outOfRange, path);
        }
        return fixed;
    }

    /** Parses a decimal text. Null if it is invalid or longer than {@link #MAX_TEXT}. The exponent may be large. */
    public static @Nullable BigDecimal number(String text) {
        return text.length() > MAX_TEXT || !NUMBER.matcher(text).matches() ? null : new BigDecimal(text);
    }

    /** Formats a fixed-point score with exactly {@link #decimals} digits after the point. */
    public String format(long score) {
        return BigDecimal.valueOf(score, decimals).toPlainString();
    }

    /** Formats the difference of two fixed-point scores, which may need more than 64 bits. */
    public String distance(long one, long other) {
        BigInteger apart =
                BigInteger.valueOf(one).subtract(BigInteger.valueOf(other)).abs();
        return new BigDecimal(apart, decimals).toPlainString();
    }

    private RefusedException outOfRange(ErrorCode code, String... path) {
        return new RefusedException(
                code,
                Text.named(path) + " must be between " + format(Long.MIN_VALUE) + " and " + format(Long.MAX_VALUE)
                        + ".",
                path);
    }
}
