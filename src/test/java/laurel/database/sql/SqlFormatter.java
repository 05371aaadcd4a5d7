package laurel.database.sql;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Formats SQL with one clause per line and subqueries indented. Comments are removed. */
final class SqlFormatter {
    private static final int MAX_WIDTH = 120;
    private static final Pattern TOKEN =
            Pattern.compile("'(?:[^']|'')*'|\"[^\"]*\"|[A-Za-z_][\\w.]*|[()]|\\s+|[^\\s\\w()'\"]+|\\d+");
    private static final Set<String> CLAUSES = Set.of(
            "SELECT", "FROM", "WHERE", "GROUP", "ORDER", "LIMIT", "OFFSET", "UNION", "LEFT", "CROSS", "JOIN", "WINDOW",
            "AND");
    /** Clauses that continue the one before them. */
    private static final Set<String> CONTINUED = Set.of("LEFT", "CROSS", "UNION");

    private final StringBuilder text = new StringBuilder();
    /** For each open parenthesis, whether it holds a subquery. */
    private final Deque<Boolean> parentheses = new ArrayDeque<>();

    private int indent;
    /** Open CASE expressions of each open subquery. */
    private final Deque<Integer> cases = new ArrayDeque<>(List.of(0));

    private boolean between;

    private String lastWord = "";

    static String format(String sql) {
        SqlFormatter formatter = new SqlFormatter();
        List<String> tokens = TOKEN.matcher(sql.replaceAll("--.*", "").strip())
                .results()
                .map(token -> token.group().isBlank() ? " " : token.group())
                .toList();
        for (int n = 0; n < tokens.size(); n++) {
            formatter.add(tokens, n);
        }
        return wrapped(formatter.text.toString());
    }

    private void add(List<String> tokens, int n) {
        String token = tokens.get(n);
        switch (token) {
            case "(" -> open(startsSubquery(tokens, n + 1, !isFunctionCall()));
            case ")" -> close();
            case " " -> space();
            default -> word(token);
        }
    }

    private boolean isFunctionCall() {
        return !text.isEmpty() && Character.isJavaIdentifierPart(text.charAt(text.length() - 1));
    }

    /** @param nested whether the subquery may be in another parenthesis */
    private static boolean startsSubquery(List<String> tokens, int from, boolean nested) {
        int n = from;
        while (n < tokens.size()
                && (tokens.get(n).equals(" ") || (nested && tokens.get(n).equals("(")))) {
            n++;
        }
        return n < tokens.size() && Set.of("SELECT", "WITH").contains(tokens.get(n));
    }

    private void open(boolean subquery) {
        text.append('(');
        parentheses.push(subquery);
        if (subquery) {
            cases.push(0);
            indent++;
            newLine();
        }
    }

    private void close() {
        if (!parentheses.isEmpty() && parentheses.pop()) {
            cases.pop();
            indent--;
            newLine();
        } else {
            trim();
        }
        text.append(')');
    }

    private void space() {
        if (!text.isEmpty()
                && !Character.isWhitespace(text.charAt(text.length() - 1))
                && text.charAt(text.length() - 1) != '(') {
            text.append(' ');
        }
    }

    private void word(String word) {
        boolean topLevel = cases.element() == 0 && (parentheses.isEmpty() || parentheses.peek());
        boolean continues = CONTINUED.contains(lastWord) && word.equals("JOIN");
        if (topLevel && CLAUSES.contains(word) && !continues && !(word.equals("AND") && between)) {
            newLine();
        }
        if (word.equals("AND")) {
            between = false;
            text.append(topLevel && atStartOfLine() ? "  " : "");
        }
        between |= word.equals("BETWEEN");
        cases.push(cases.pop() + (word.equals("CASE") ? 1 : word.equals("END") ? -1 : 0));
        text.append(word);
        if (!word.isBlank()) {
            lastWord = word;
        }
    }

    private boolean atStartOfLine() {
        return text.substring(text.lastIndexOf("\n") + 1).isBlank();
    }

    private void newLine() {
        trim();
        if (!text.isEmpty()) {
            text.append('\n').append("    ".repeat(indent));
        }
    }

    private void trim() {
        int end = text.length();
        while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        text.setLength(end);
    }

    /** Breaks long lines after commas and before operators, outside of parentheses if possible. */
    private static String wrapped(String text) {
        StringBuilder wrapped = new StringBuilder();
        text.lines().forEach(line -> {
            String margin = " ".repeat(line.length() - line.stripLeading().length()) + "       ";
            String rest = line;
            int end = breakPosition(rest, margin.length());
            while (rest.length() > MAX_WIDTH && end > 0) {
                wrapped.append(rest, 0, end).append('\n');
                rest = margin + rest.substring(end + 1);
                end = breakPosition(rest, margin.length());
            }
            wrapped.append(rest).append('\n');
        });
        return wrapped.toString();
    }

    /** Index of the last possible break in the fewest parentheses before the maximum width; 0 if there is none. */
    private static int breakPosition(String line, int from) {
        int best = 0;
        int bestDepth = Integer.MAX_VALUE;
        int depth = 0;
        for (int n = 0; n < Math.min(line.length() - 1, MAX_WIDTH); n++) {
            char at = line.charAt(n);
            depth += at == '(' || at == '[' ? 1 : at == ')' || at == ']' ? -1 : 0;
            if (n > from && depth <= bestDepth && canBreak(line, n)) {
                best = n;
                bestDepth = depth;
            }
        }
        return best;
    }

    private static boolean canBreak(String line, int space) {
        return line.charAt(space) == ' '
                && (line.charAt(space - 1) == ','
                        || Stream.of("AND ", "|| ", "WHEN ", "ELSE ")
                                .anyMatch(word -> line.startsWith(word, space + 1)));
    }
}
