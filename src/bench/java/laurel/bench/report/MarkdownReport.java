package laurel.bench.report;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Writes a report as Markdown. */
final class MarkdownReport {
    private MarkdownReport() {}

    static String of(Map<String, String> conditions, List<Goal> goals, List<Table> tables, List<String> problems) {
        StringBuilder text = new StringBuilder("# Laurel measured\n\n");
        conditions.forEach((name, value) ->
                text.append("- ").append(name).append(": ").append(value).append('\n'));
        if (!problems.isEmpty()) {
            text.append("\n## Problems\n\n");
            problems.forEach(problem -> text.append("- ").append(problem).append('\n'));
        }
        if (!goals.isEmpty()) {
            text.append(table(goals(goals)));
        }
        tables.forEach(table -> text.append(table(table)));
        return text.toString();
    }

    private static Table goals(List<Goal> goals) {
        Table table =
                new Table("Goals", "Goals and figures of this run.", List.of("figure", "goal", "measured", "reached"));
        for (Goal goal : goals) {
            String limit = (goal.atMost() ? "≤ " : "≥ ") + cell(goal.limit());
            table.row(List.of(goal.what(), limit, goal.measured(), goal.reached() ? "yes" : "**no**"));
        }
        return table;
    }

    private static String table(Table table) {
        String head = "\n## " + table.title() + "\n\n" + table.description() + "\n\n";
        Stream<String> ruler = IntStream.range(0, table.columns().size()).mapToObj(column -> alignment(table, column));
        return Stream.concat(
                        Stream.of(row(table.columns().stream()), row(ruler)),
                        table.rows().stream().map(cells -> row(cells.stream())))
                .collect(joining("", head, ""));
    }

    private static String row(Stream<?> cells) {
        return cells.map(MarkdownReport::cell).collect(joining(" | ", "| ", " |\n"));
    }

    /** Aligns numbers. */
    private static String alignment(Table table, int column) {
        return table.rows().stream().anyMatch(row -> row.get(column) instanceof Number) ? "---:" : "---";
    }

    /** Three digits are the precision of a noisy machine. */
    static String cell(Object value) {
        if (value instanceof Double number) {
            double size = Math.abs(number);
            String format = size >= 100 || size == 0 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
            return String.format(Locale.ROOT, format, number);
        }
        return value instanceof Number number
                ? String.format(Locale.ROOT, "%,d", number.longValue())
                : value.toString();
    }
}
