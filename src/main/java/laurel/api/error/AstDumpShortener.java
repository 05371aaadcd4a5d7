package laurel.api.error;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values that graphql-java writes into its messages as it holds them in memory, objects of nodes of nodes. They come
 * before the reason, and would push it out of a message that is cut. Here they become what the caller wrote, and short.
 */
final class AstDumpShortener {
    private static final int LONGEST = 60;

    // The reason is the last that reads like one: text of the caller's may hold the same words before it.
    private static final Pattern MESSAGE = Pattern.compile(
            "(Validation error \\([^)]*\\) ?: (?:argument '[^']*'|Bad default value))( (?:with value )?')(.*)"
                    + "('(?: must not be null| must be an object type| is not a valid '| is missing required fields '"
                    + "| contains a field not in '| for type ').*)",
            Pattern.DOTALL);
    private static final Pattern LEAF =
            Pattern.compile("(String|Int|Float|Boolean|Enum)Value\\{(?:value|name)='?(.*?)'?}", Pattern.DOTALL);

    private AstDumpShortener() {}

    /** The message with each dump as the literal that it is. */
    static String shortened(String message) {
        Matcher found = MESSAGE.matcher(message);
        if (!found.matches()) {
            return message;
        }
        String reason = leaves(found.group(4));
        String dump = found.group(3);
        // An object or a list says less than the name before it, and may be another than the one named.
        return dump.startsWith("ObjectValue{") || dump.startsWith("ArrayValue{")
                ? found.group(1) + reason.substring(1)
                : found.group(1) + found.group(2) + literal(dump) + reason;
    }

    private static String literal(String dump) {
        Matcher leaf = LEAF.matcher(dump);
        return leaf.matches() ? leaf(leaf) : dump.startsWith("NullValue") ? "null" : cut(dump);
    }

    /** Reasons may hold one more: that of an enum repeats what was written. */
    private static String leaves(String reason) {
        return LEAF.matcher(reason).replaceAll(found -> Matcher.quoteReplacement(leaf(found)));
    }

    private static String leaf(MatchResult leaf) {
        String text = cut(leaf.group(2));
        return "String".equals(leaf.group(1)) ? '"' + text + '"' : text;
    }

    private static String cut(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }
}
