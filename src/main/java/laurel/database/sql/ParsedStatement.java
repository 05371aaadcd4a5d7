package laurel.database.sql;

import static java.util.stream.Collectors.groupingBy;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A statement in the form that the driver takes, parsed in one pass over its text.
 *
 * <p>{@code :name} is a parameter, and so is {@code :name.part}. Quoted texts, casts ({@code ::}), comments and a colon that
 * no name follows stay unchanged. {@code ?} is the operator of jsonb.
 *
 * @param sql   text with a question mark for each parameter
 * @param names   names of the parameters, in order
 * @param byValue distinct names by their first part
 */
public record ParsedStatement(String sql, List<String> names, Map<String, List<String>> byValue) {

    static ParsedStatement of(String text) {
        return new Pass(text).result();
    }

    /**
     * Caches parsed statements by text. Statements that name partitions have many texts, and a text that names all partitions
     * of a large app has more than 100,000 characters.
     *
     * @param characters largest total length of the cached texts
     */
    static Cache<String, ParsedStatement> cache(int characters) {
        return Caffeine.newBuilder()
                .maximumWeight(characters)
                .<String, ParsedStatement>weigher((text, parsed) -> text.length())
                // Evicts in the call that adds a statement, so that the bound always holds.
                .executor(Runnable::run)
                .build();
    }

    private static final class Pass {
        private final String text;
        private final StringBuilder sql = new StringBuilder();
        private final List<String> names = new ArrayList<>();
        /** Text from here to the current position is not yet in the result. */
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

        /** For the driver, one question mark is a parameter, two are the operator. */
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
