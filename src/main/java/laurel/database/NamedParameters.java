package laurel.database;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jdbi.v3.core.statement.ParsedSql;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Finds the parameters of a statement, {@code :name} or {@code ?}, in one pass over its text. Many texts are new, because they
 * name other partitions, and the library's own parser, a generated lexer, comes first in profiles of them.
 *
 * <p>Texts in single or double quotes, casts ({@code ::}) and comments are left as they are; a backslash takes the meaning from
 * what follows it.
 */
final class NamedParameters implements SqlParser {
    private final Cache<String, ParsedSql> parsed;

    /** @param characters how long all the statements may be together whose parameters are remembered */
    NamedParameters(int characters) {
        parsed = Caffeine.newBuilder()
                .maximumWeight(characters)
                .<String, ParsedSql>weigher((sql, found) -> sql.length())
                // Within the call that adds one, so that the bound always holds.
                .executor(Runnable::run)
                .build();
    }

    @Override
    public ParsedSql parse(String sql, StatementContext context) {
        return parsed.get(sql, text -> new Pass(text).result());
    }

    @Override
    public String nameParameter(String name, StatementContext context) {
        return ":" + name;
    }

    /** One pass over a statement. */
    private static final class Pass {
        private final String sql;
        private final ParsedSql.Builder result = ParsedSql.builder();
        /** What lies between here and the place of the pass is not yet in the result. */
        private int copied;

        Pass(String sql) {
            this.sql = sql;
        }

        ParsedSql result() {
            int at = 0;
            while (at < sql.length()) {
                at = switch (sql.charAt(at)) {
                    case '\'', '"' -> after(sql.substring(at, at + 1), at + 1);
                    case '-' -> sql.startsWith("--", at) ? after("\n", at + 2) : at + 1;
                    case '/' -> sql.startsWith("/*", at) ? after("*/", at + 2) : at + 1;
                    case '\\' -> escaped(at);
                    case ':' -> colon(at);
                    case '?' -> questionMark(at);
                    default -> at + 1;
                };
            }
            copyTo(sql.length());
            return result.build();
        }

        private int after(String end, int from) {
            int found = sql.indexOf(end, from);
            return found < 0 ? sql.length() : found + end.length();
        }

        private int escaped(int at) {
            copyTo(at);
            copied = at + 1;
            return at + 2;
        }

        private int colon(int at) {
            if (sql.startsWith("::", at)) {
                return at + 2;
            }
            int end = at + 1;
            while (end < sql.length() && isOfName(sql.charAt(end))) {
                end++;
            }
            if (end > at + 1) {
                copyTo(at);
                result.appendNamedParameter(sql.substring(at + 1, end));
                copied = end;
            }
            return end;
        }

        /** A parameter without a name, unless it is written twice: then it is an operator of jsonb. */
        private int questionMark(int at) {
            if (sql.startsWith("??", at)) {
                return at + 2;
            }
            copyTo(at);
            result.appendPositionalParameter();
            copied = at + 1;
            return at + 1;
        }

        private static boolean isOfName(char c) {
            return Character.isJavaIdentifierPart(c) || c == '.';
        }

        private void copyTo(int end) {
            if (end > copied) {
                result.append(sql.substring(copied, end));
            }
        }
    }
}
