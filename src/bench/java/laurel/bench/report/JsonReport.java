package laurel.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micronaut.json.JsonMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a report as JSON: every row is an object with its cells by column. */
final class JsonReport {
    private static final JsonMapper JSON = JsonMapper.createDefault();

    private JsonReport() {}

    static String of(Map<String, String> conditions, List<Goal> goals, List<Table> tables, List<String> problems)
            throws IOException {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("conditions", conditions);
        report.put("problems", problems);
        report.put("goals", goals.stream().map(JsonReport::goal).toList());
        report.put("tables", tables.stream().map(JsonReport::table).toList());
        return new String(JSON.writeValueAsBytes(report), UTF_8);
    }

    private static Map<String, Object> goal(Goal goal) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("figure", goal.what());
        fields.put(goal.atMost() ? "atMost" : "atLeast", goal.limit());
        fields.put("measured", goal.measured());
        fields.put("reached", goal.reached());
        return fields;
    }

    private static Map<String, Object> table(Table table) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("title", table.title());
        fields.put("description", table.description());
        fields.put("rows", table.rows().stream().map(row -> row(table, row)).toList());
        return fields;
    }

    private static Map<String, Object> row(Table table, List<Object> cells) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int column = 0; column < cells.size(); column++) {
            fields.put(table.columns().get(column), cells.get(column));
        }
        return fields;
    }
}
