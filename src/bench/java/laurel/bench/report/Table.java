package laurel.bench.report;

import java.util.ArrayList;
import java.util.List;

/** Rows of figures. The names of the columns contain the units. */
public final class Table {
    private final String title;
    private final String description;
    private final List<String> columns;
    private final List<List<Object>> rows = new ArrayList<>();

    /**
     * @param description what was measured, in one or two sentences
     * @param columns their names, in groups
     */
    @SafeVarargs
    public Table(String title, String description, List<String>... columns) {
        this.title = title;
        this.description = description;
        List<String> all = new ArrayList<>();
        for (List<String> group : columns) {
            all.addAll(group);
        }
        this.columns = List.copyOf(all);
    }

    /** Adds a row of texts and numbers, in groups as the columns. */
    public void row(List<?>... cells) {
        List<Object> row = new ArrayList<>();
        for (List<?> group : cells) {
            row.addAll(group);
        }
        if (row.size() != columns.size()) {
            throw new IllegalArgumentException(title + ": a row of " + row.size() + " cells");
        }
        rows.add(row);
    }

    String title() {
        return title;
    }

    String description() {
        return description;
    }

    List<String> columns() {
        return columns;
    }

    List<List<Object>> rows() {
        return rows;
    }
}
