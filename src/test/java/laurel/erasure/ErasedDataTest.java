package laurel.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import laurel.LaurelServer;
import laurel.TickingClock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing of a participant is found in any table after its erasure, except for what {@code personal-data.txt} names. */
class ErasedDataTest {
    private static final String TABLES = """
            SELECT c.relname::text FROM pg_class AS c
            WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> 'flyway_schema_history'
            """;

    /** The fields of a row that have a text; bytes are written as hexadecimal digits. */
    private static final String FOUND = """
            SELECT DISTINCT f.key FROM <table> AS t CROSS JOIN LATERAL jsonb_each(to_jsonb(t)) AS f
            WHERE strpos(f.value::text, :text) > 0 OR strpos(f.value::text, :hex) > 0
            """;

    private static final String NUMBERS = """
            SELECT DISTINCT f.key FROM <table> AS t CROSS JOIN LATERAL jsonb_each(to_jsonb(t)) AS f
            WHERE f.key IN ('participant_id', 'actor_id') AND f.value = to_jsonb(:number::bigint)
            """;

    /** Partitions have the name of their table and a number or a date. */
    private static String table(String partition) {
        return partition.replaceFirst("(_\\d+)+$", "");
    }

    private static Map<String, Set<String>> fields(LaurelServer server, String text) {
        Map<String, Set<String>> found = new TreeMap<>();
        for (String table : server.database().sql().of(TABLES).list(String.class)) {
            List<String> fields = server.database()
                    .sql()
                    .of(FOUND.replace("<table>", table))
                    .bind("text", text)
                    .bind("hex", HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)))
                    .list(String.class);
            if (!fields.isEmpty()) {
                found.computeIfAbsent(table(table), name -> new TreeSet<>()).addAll(fields);
            }
        }
        return found;
    }

    /** Tables with rows of a participant: they have its number. */
    private static Set<String> tablesOf(LaurelServer server, long number) {
        return server.database().sql().of(TABLES).list(String.class).stream()
                .filter(table -> !server.database()
                        .sql()
                        .of(NUMBERS.replace("<table>", table))
                        .bind("number", number)
                        .list(String.class)
                        .isEmpty())
                .map(ErasedDataTest::table)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> tables(String rule) {
        return PersonalDataTable.all().stream()
                .filter(table -> table.rule().equals(rule))
                .map(PersonalDataTable::name)
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @EnumSource
    void leavesNothingOfParticipantInAnyTable(ErasedStandings standings) {
        TickingClock clock = new TickingClock(Instant.parse("2025-07-13T12:00:00Z"));
        Map<String, Object> settings =
                Map.of("laurel.rankindex.threshold", 2, "laurel.rankindex.leaf-size", 2, "laurel.rankindex.fanout", 2);
        try (LaurelServer server = LaurelServer.start(clock, settings)) {
            long number = new MarkedParticipant(server, clock).create();
            checkFilled(server, number);

            new ErasureClient(server).start(MarkedParticipant.ID, standings);
            assertThat(fields(server, MarkedParticipant.MARKER).keySet())
                    .as("before the job")
                    .isSubsetOf("rankindex_node", "dead_letter");
            server.runJobs();

            Map<String, Set<String>> left = fields(server, MarkedParticipant.MARKER);
            // Another one that only begins with the same letters.
            assertThat(left).isEqualTo(Map.of("dead_letter", Set.of("fields")));
            assertThat(fields(server, MarkedParticipant.ID)).isEmpty();
            assertThat(tablesOf(server, number)).doesNotContainAnyElementsOf(tables("deleted"));
            checkKept(server);
            if (standings == ErasedStandings.REMOVED) {
                assertThat(tablesOf(server, number)).doesNotContain("entry", "score_submission", "score_removal");
            } else {
                assertThat(tablesOf(server, number)).contains("entry", "score_submission");
            }
            assertThat(new laurel.JobClient(server)
                            .result("checkRankings", Map.of())
                            .at("wrongCount"))
                    .isEqualTo(0);
        }
    }

    /** Every table that the list says is erased had something to erase. */
    private static void checkFilled(LaurelServer server, long number) {
        Set<String> filled = tablesOf(server, number);
        filled.addAll(fields(server, MarkedParticipant.MARKER).keySet());
        filled.addAll(fields(server, MarkedParticipant.GROUP).keySet());
        Set<String> expected = new TreeSet<>(tables("deleted"));
        expected.addAll(tables("anonymized"));
        expected.addAll(tables("kept"));
        // They have only numbers in other columns than these, or a group with a time zone.
        expected.removeAll(
                Set.of("activity_muted_event", "change_outbox", "streak_backfill", "activity_counted_group"));
        assertThat(filled).containsAll(expected);
    }

    private static void checkKept(LaurelServer server) {
        assertThat(server.database()
                        .sql()
                        .of("SELECT jsonb_path_query(result, '$.changes[*].change.score') #>> '{}' FROM job")
                        .list(String.class))
                .as("changes of another participant")
                .containsExactly("3", "3");
        Map<String, Set<String>> kept = PersonalDataTable.all().stream()
                .filter(table -> !table.kept().isEmpty())
                .collect(Collectors.toMap(PersonalDataTable::name, PersonalDataTable::kept));
        fields(server, MarkedParticipant.GROUP)
                .forEach((table, fields) ->
                        assertThat(kept.getOrDefault(table, Set.of())).as(table).containsAll(fields));
    }
}
