package laurel.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks JSON values of clients: PostgreSQL must be able to store them, and a client must be able to send a value again as it
 * was returned, within the limits of a request.
 */
final class JsonRules {
    private static final int MAX_EXPONENT = 30;
    /** Longest part of a value that a message shows. */
    private static final int SHOWN = 40;

    private static final Pattern EXPONENT = Pattern.compile("[eE]([+-]?)0*(\\d+)");

    /** Reads everything that fits in {@link Text#MAX_JSON}, so that each rule has its own message. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Text.MAX_JSON)
                    .maxNumberLength(Text.MAX_JSON)
                    .maxNameLength(Text.MAX_JSON)
                    .build())
            .build();

    private JsonRules() {}

    /** Returns the first rule that a JSON text breaks, as a sentence without a subject; null if it breaks none. */
    static @Nullable String broken(String json) {
        int bytes = json.getBytes(UTF_8).length;
        if (bytes > Text.MAX_JSON) {
            return "has " + bytes + " bytes as JSON; at most " + Text.MAX_JSON + " are allowed.";
        }
        try (JsonParser parser = FACTORY.createParser(json)) {
            return firstBroken(parser);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable String firstBroken(JsonParser parser) throws IOException {
        int depth = 0;
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            String reason = depth > Text.MAX_JSON_DEPTH
                    ? "nests objects and lists more than " + Text.MAX_JSON_DEPTH + " levels deep."
                    : brokenBy(token, parser.getText());
            if (reason != null) {
                return reason;
            }
        }
        return null;
    }

    private static @Nullable String brokenBy(JsonToken token, String text) {
        return switch (token) {
            case FIELD_NAME -> brokenByName(text);
            case VALUE_STRING -> brokenByText(text);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> brokenByNumber(text);
            default -> null;
        };
    }

    private static @Nullable String brokenByName(String name) {
        return name.length() > Text.MAX_JSON_NAME
                ? "has the name \"" + shown(name) + "\" of " + name.length() + " characters; at most "
                        + Text.MAX_JSON_NAME + " are allowed."
                : brokenByText(name);
    }

    private static @Nullable String brokenByText(String text) {
        return Text.isHoldable(text)
                ? null
                : "has the text \"" + shown(text) + "\" with U+0000 or half a surrogate pair, which cannot be stored.";
    }

    private static @Nullable String brokenByNumber(String number) {
        Matcher exponent = EXPONENT.matcher(number);
        if (exponent.find() && (exponent.group(2).length() > 2 || Integer.parseInt(exponent.group(2)) > MAX_EXPONENT)) {
            return "has the number " + shown(number) + " with an exponent beyond " + MAX_EXPONENT + ".";
        }
        // It is stored and returned without an exponent.
        return new BigDecimal(number).toPlainString().length() > Text.MAX_JSON_NUMBER
                ? "has the number " + shown(number) + ", which takes more than " + Text.MAX_JSON_NUMBER
                        + " characters without its exponent."
                : null;
    }

    private static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints()
                .limit(SHOWN)
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? '\uFFFD' : c)
                .forEach(shown::appendCodePoint);
        return shown + (text.codePointCount(0, text.length()) > SHOWN ? "..." : "");
    }
}
