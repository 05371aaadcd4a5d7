package laurel.ranking.model.leaderboard;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The rules that do not depend on entries, in order of precedence. */
record ModelSubmissionCheck(ModelRules rules) {
    private static final Duration SKEW = Duration.ofMinutes(5);

    /** A submission that is in no window yet. */
    ModelAcceptedSubmission row(ModelSubmission sent, int number, Instant present, Instant now) {
        group(sent.group());
        long score = fixed(sent.score());
        Instant achievedAt = sent.achievedAt() == null ? present : sent.achievedAt();
        if (achievedAt.isAfter(now.plus(SKEW))) {
            throw new ModelRefusal("ACHIEVED_IN_FUTURE");
        }
        return new ModelAcceptedSubmission(
                number, sent, score, new ModelGroup(sent.group()), achievedAt, now, List.of(), null);
    }

    private void group(Map<String, String> group) {
        if (!rules.attributes().containsAll(group.keySet())) {
            throw new ModelRefusal("UNKNOWN_GROUP_ATTRIBUTE");
        }
        for (String value : group.values()) {
            if (value.isBlank() || value.length() > 64 || value.chars().anyMatch(Character::isISOControl)) {
                throw new ModelRefusal("INVALID_GROUP_VALUE");
            }
        }
        if (!group.keySet().containsAll(rules.attributes())) {
            throw new ModelRefusal("MISSING_GROUP_VALUE");
        }
    }

    private long fixed(String text) {
        BigDecimal fixed;
        try {
            fixed = new BigDecimal(text).movePointRight(rules.decimals());
        } catch (NumberFormatException e) {
            throw new ModelRefusal("SCORE_NOT_A_NUMBER");
        }
        if (fixed.compareTo(BigDecimal.valueOf(Long.MIN_VALUE)) < 0
                || fixed.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new ModelRefusal("SCORE_OUT_OF_RANGE");
        }
        try {
            return fixed.toBigIntegerExact().longValueExact();
        } catch (ArithmeticException e) {
            throw new ModelRefusal("SCORE_TOO_MANY_DECIMALS");
        }
    }
}
