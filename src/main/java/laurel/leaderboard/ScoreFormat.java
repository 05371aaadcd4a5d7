package laurel.leaderboard;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.request.Text;
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
        return parse(text, Codes.OF_SCORES, path);
    }

    /** A number that is no score. Refuses, in this order: INVALID_NUMBER, NUMBER_OUT_OF_RANGE, TOO_MANY_DECIMALS. */
    public static BigDecimal decimal(String text, String... path) {
        long fixed = new ScoreFormat(MAX_DECIMALS).parse(text, Codes.OF_NUMBERS, path);
        BigDecimal number = BigDecimal.valueOf(fixed, MAX_DECIMALS).stripTrailingZeros();
        return number.scale() < 0 ? number.setScale(0) : number;
    }

    private record Codes(ErrorCode invalid, ErrorCode outOfRange, ErrorCode tooManyDecimals, String owner) {
        static final Codes OF_SCORES = new Codes(
                ErrorCode.SCORE_NOT_A_NUMBER,
                ErrorCode.SCORE_OUT_OF_RANGE,
                ErrorCode.SCORE_TOO_MANY_DECIMALS,
                "the leaderboard allows ");
        static final Codes OF_NUMBERS = new Codes(
                ErrorCode.INVALID_NUMBER, ErrorCode.NUMBER_OUT_OF_RANGE, ErrorCode.TOO_MANY_DECIMALS, "it may have ");
    }

    private long parse(String text, Codes codes, String... path) {
        BigDecimal number = number(text);
        if (number == null) {
            throw new RefusedException(
                    codes.invalid,
                    Text.named(path) + " must be a decimal number of at most " + MAX_TEXT + " characters.",
                    path);
        }
        BigDecimal value = number.stripTrailingZeros();
        // The magnitude is compared first: 1E+9999 must not be written out digit by digit.
        if (value.signum() != 0 && value.precision() - (long) value.scale() > 19) {
            throw outOfRange(codes.outOfRange, path);
        }
        BigDecimal fixed = value.movePointRight(decimals);
        if (fixed.compareTo(MIN) < 0 || fixed.compareTo(MAX) > 0) {
            throw outOfRange(codes.outOfRange, path);
        }
        if (value.signum() != 0 && value.scale() > decimals) {
            throw new RefusedException(
                    codes.tooManyDecimals,
                    "`" + text + "` has " + value.scale() + " decimals; " + codes.owner + decimals + ".",
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

    private RefusedException outOfRange(ErrorCode code, String... path) {
        return new RefusedException(
                code,
                Text.named(path) + " must be between " + format(Long.MIN_VALUE) + " and " + format(Long.MAX_VALUE)
                        + ".",
                path);
    }
}
