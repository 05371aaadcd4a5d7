package laurel.api.error;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shortens values in messages of graphql-java. It prints syntax trees as Java objects, before the reason, so that truncated
 * messages would lose the reason. This class replaces them by the literals that the client wrote.
 */
final class AstDumpShortener {
    private static final int MAX_LENGTH = 60;

    // Matches the last reason, because a string of the client may contain the same words.
    private static final Pattern MESSAGE = Pattern.compile(
            "(Validation error \\([^)]*\\) ?: (?:argument '[^']*'|Bad default value))( (?:with value )?')(.*)"
                    + "('(?: must not be null| must be an object type| is not a valid '| is missing required fields '"
                    + "| contains a field not in '| for type ').*)",
            Pattern.DOTALL);
    private static final Pattern LEAF =
            Pattern.compile("(String|Int|Float|Boolean|Enum)Value\\{(?:value|name)='?(.*?)'?}", Pattern.DOTALL);

    private AstDumpShortener() {}

    /** Replaces each printed syntax tree by its literal. */
    static String shortened(String message) {
        Matcher found = MESSAGE.matcher(message);
        if (!found.matches()) {
            return message;
        }
        String reason = leaves(found.group(4));
        String dump = found.group(3);
        // Omits objects and lists: the name before them is clearer, and may belong to another value.
        return dump.startsWith("ObjectValue{") || dump.startsWith("ArrayValue{")
                ? found.group(1) + reason.substring(1)
                : found.group(1) + found.group(2) + literal(dump) + reason;
    }

    private static String literal(String dump) {
        Matcher leaf = LEAF.matcher(dump);
        return leaf.matches() ? leaf(leaf) : dump.startsWith("NullValue") ? "null" : truncated(dump);
    }

    /** Replaces values in the reason: the one of an enum repeats its value. */
    private static String leaves(String reason) {
        return LEAF.matcher(reason).replaceAll(found -> Matcher.quoteReplacement(leaf(found)));
    }

    private static String leaf(MatchResult leaf) {
        String text = truncated(leaf.group(2));
        return "String".equals(leaf.group(1)) ? '"' + text + '"' : text;
    }

    private static String truncated(String text) {
        return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "...";
    }
}
