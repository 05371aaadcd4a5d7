package laurel.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The results of a run. */
public final class Report {
    private final Map<String, String> conditions = new LinkedHashMap<>();
    private final List<Goal> goals = new ArrayList<>();
    private final List<Table> tables = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    /** Adds a condition of the measurement. */
    public void condition(String name, String value) {
        conditions.put(name, value);
    }

    public void add(Table table) {
        tables.add(table);
    }

    /** Adds a figure with a maximum. */
    public void atMost(String what, double limit, double measured) {
        goals.add(new Goal(what, true, limit, measured));
    }

    /** Adds a figure with a minimum. */
    public void atLeast(String what, double limit, double measured) {
        goals.add(new Goal(what, false, limit, measured));
    }

    /** Adds a problem, which makes the run fail: a wrong or missing response. */
    public void problem(String what) {
        problems.add(what);
    }

    public boolean failed() {
        return !problems.isEmpty();
    }

    /** Writes {@code bench.md} and {@code bench.json} into this directory. */
    public void write(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("bench.md"), markdown());
        Files.writeString(directory.resolve("bench.json"), JsonReport.of(conditions, goals, tables, problems));
    }

    /** The report as Markdown. */
    public String markdown() {
        return MarkdownReport.of(conditions, goals, tables, problems);
    }
}
