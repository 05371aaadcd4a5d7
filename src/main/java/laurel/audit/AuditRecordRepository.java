package laurel.audit;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.database.sql.PartitionedQuery;
import laurel.database.sql.Sql;
import laurel.request.ListRequest;
import org.jspecify.annotations.Nullable;

/** Finds and lists records, newest first. Triggers write them. */
@Singleton
public class AuditRecordRepository {
    /** Has only the conditions that are given, so that the planner uses the index of one of them. */
    private static final String PAGE = """
            SELECT input.query_number, r.*
            FROM unnest(:queryNumber, :input.app, :input.filter.actor, :input.filter.action, :input.filter.subjectType,
                        :input.filter.subjectKey, :input.filter.subjectId, :input.filter.startTime, :input.filter.endTime,
                        :input.filter.firstId, :input.filter.endId, :input.after, :input.limit)
                 AS input (query_number, app_id, actor, action, subject_type, subject_key, subject_id, start_time, end_time,
                           first_id, end_id, after, size)
            CROSS JOIN LATERAL (
                SELECT * FROM audit_record AS a
                WHERE a.app_id = input.app_id AND a.id < input.after<conditions>
                ORDER BY a.id DESC
                LIMIT input.size) AS r
            """;

    private static final String BY_IDS = "SELECT * FROM audit_record WHERE app_id = :app AND id = ANY (:ids)";

    private final Sql sql;

    AuditRecordRepository(Sql sql) {
        this.sql = sql;
    }

    /** A row of a list. */
    @Introspected
    record AuditRow(int queryNumber, AuditRecord record) {}

    /** A list to read. */
    private record AuditListInput(int app, AuditRecordFilter filter, long after, int limit) {
        String text() {
            String conditions = Stream.of(
                            condition("a.actor = input.actor", filter.actor()),
                            condition("a.action = input.action", filter.action()),
                            condition("a.subject_type = input.subject_type", filter.subjectType()),
                            condition("a.subject_key = input.subject_key", filter.subjectKey()),
                            condition("a.subject_id = input.subject_id", filter.subjectId()),
                            condition(
                                    "a.id >= input.first_id AND a.recorded_at >= input.start_time", filter.startTime()),
                            condition("a.id < input.end_id AND a.recorded_at < input.end_time", filter.endTime()))
                    .collect(Collectors.joining());
            return PAGE.replace("<conditions>", conditions);
        }

        private static String condition(String condition, @Nullable Object value) {
            return value == null ? "" : "\n                  AND " + condition;
        }
    }

    /** The records of each of these lists, newest first; lists without records are absent. */
    public Map<ListRequest<AuditRecordFilter, Long>, List<AuditRecord>> list(
            int app, Collection<ListRequest<AuditRecordFilter, Long>> requests) {
        List<ListRequest<AuditRecordFilter, Long>> lists = List.copyOf(requests);
        List<AuditListInput> inputs =
                lists.stream().map(list -> input(app, list)).toList();
        return new PartitionedQuery()
                .add(inputs, AuditListInput::text).list(sql, AuditRow.class).stream()
                        .sorted(Comparator.comparingLong((AuditRow row) -> row.record.id())
                                .reversed())
                        .collect(groupingBy(row -> lists.get(row.queryNumber), mapping(AuditRow::record, toList())));
    }

    private static AuditListInput input(int app, ListRequest<AuditRecordFilter, Long> list) {
        return new AuditListInput(
                app, Objects.requireNonNull(list.filter()), Objects.requireNonNull(list.after()), list.limit());
    }

    /** Records by ID. Unknown IDs and those of other apps are absent. */
    public Map<Long, AuditRecord> byIds(int app, Set<Long> ids) {
        return sql.of(BY_IDS).bind("app", app).bindEach("ids", Long.class, ids).list(AuditRecord.class).stream()
                .collect(Collectors.toMap(AuditRecord::id, Function.identity()));
    }
}
