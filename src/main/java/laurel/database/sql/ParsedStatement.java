package laurel.database.sql;

import static java.util.stream.Collectors.groupingBy;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A statement as the driver takes it, found in one pass over its text.
 *
 * <p>{@code :name} is a parameter, and so is {@code :name.part}. Texts in quotes, casts ({@code ::}), comments and a
 * colon before anything but a name are left as they are. {@code ?} is the operator of jsonb.
 *
 * @param sql   with a question mark for each parameter
 * @param names   of the parameters, in their order
 * @param byValue the names that begin with the same word, each once, by that word
 */
public record ParsedStatement(String sql, List<String> names, Map<String, List<String>> byValue) {

    static ParsedStatement of(String text) {
        return new Pass(text).result();
    }

    /**
     * Parsed statements by their texts. There are as many texts as statements times partitions, and one that names all
     * partitions of a large app has more than 100,000 characters.
     *
     * @param characters how long all texts may be together that are remembered
     */
    static Cache<String, ParsedStatement> cache(int characters) {
        return Caffeine.newBuilder()
                .maximumWeight(characters)
                .<String, ParsedStatement>weigher((text, parsed) -> text.length())
                // Within the call that adds one, so that the bound always holds.
                .executor(Runnable::run)
                .build();
    }

    private static final class Pass {
        private final String text;
        private final StringBuilder sql = new StringBuilder();
        private final List<String> names = new ArrayList<>();
        /** What lies between here and the place of the pass is not yet in the result. */
        private int copied;

        Pass(String text) {
            this.text = text;
        }

        ParsedStatement result() {
            int at = 0;
            while (at < text.length()) {
                at = switch (text.charAt(at)) {
                    case '\'', '"' -> after(text.substring(at, at + 1), at + 1);
                    case '-' -> text.startsWith("--", at) ? after("\n", at + 2) : at + 1;
                    case '/' -> text.startsWith("/*", at) ? after("*/", at + 2) : at + 1;
                    case '?' -> operator(at);
                    case ':' -> colon(at);
                    default -> at + 1;
                };
            }
            sql.append(text, copied, text.length());
            return new ParsedStatement(
                    sql.toString(),
                    List.copyOf(names),
                    names.stream().distinct().collect(groupingBy(Parameters::value)));
        }

        private int after(String end, int from) {
            int found = text.indexOf(end, from);
            return found < 0 ? text.length() : found + end.length();
        }

        /** The driver takes one question mark for a parameter, and two for the operator. */
        private int operator(int at) {
            sql.append(text, copied, at + 1).append('?');
            copied = at + 1;
            return at + 1;
        }

        private int colon(int at) {
            if (text.startsWith("::", at)) {
                return at + 2;
            }
            int end = at + 1;
            while (end < text.length() && isOfName(end)) {
                end++;
            }
            if (end > at + 1) {
                sql.append(text, copied, at).append('?');
                names.add(text.substring(at + 1, end));
                copied = end;
            }
            return end;
        }

        private boolean isOfName(int at) {
            return Character.isJavaIdentifierPart(text.charAt(at))
                    || (text.charAt(at) == '.'
                            && at + 1 < text.length()
                            && Character.isJavaIdentifierStart(text.charAt(at + 1)));
        }
    }
}
