package laurel.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import laurel.database.TestDatabase;
import org.junit.jupiter.api.Test;

/** It is decided for each table what an erasure does to it. */
class PersonalDataTablesTest {
    private static final String TABLES = """
            SELECT c.relname::text FROM pg_class AS c
            WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
              AND c.relname <> 'flyway_schema_history'
            """;

    private static final String WITH_PARTICIPANT = TABLES + """
              AND EXISTS (SELECT FROM pg_attribute AS a
                          WHERE a.attrelid = c.oid AND NOT a.attisdropped
                            AND a.attname IN ('participant_id', 'actor_id', 'peer_id', 'winner_id', 'participants'))
            """;

    private static final String COLUMN = """
            SELECT EXISTS (SELECT FROM pg_attribute AS a
                           WHERE a.attrelid = to_regclass(:name) AND a.attname = :column AND NOT a.attisdropped)
            """;

    private static final List<PersonalDataTable> DECIDED = PersonalDataTable.all();

    @Test
    void listsEveryTableOnce() {
        try (TestDatabase database = TestDatabase.fresh()) {
            assertThat(DECIDED.stream().map(PersonalDataTable::name))
                    .as(
                            "Decide for a new table what an erasure does, in personal-data.txt, and erase it by an ErasureSource.")
                    .containsExactlyInAnyOrderElementsOf(
                            database.sql().of(TABLES).list(String.class));
        }
    }

    @Test
    void knowsRulesAndColumns() {
        assertThat(DECIDED).extracting(PersonalDataTable::rule).isSubsetOf(PersonalDataTable.RULES);
        try (TestDatabase database = TestDatabase.fresh()) {
            DECIDED.forEach(table -> {
                assertThat(table.kept().isEmpty())
                        .as(table.name())
                        .isEqualTo(!table.rule().equals("kept"));
                assertThat(table.kept()).as(table.name()).allMatch(column -> database.sql()
                        .of(COLUMN)
                        .bind("name", table.name())
                        .bind("column", column)
                        .one(Boolean.class));
            });
        }
    }

    @Test
    void erasesTablesWithParticipants() {
        List<String> untouched = DECIDED.stream()
                .filter(table -> table.rule().equals("none"))
                .map(PersonalDataTable::name)
                .toList();
        try (TestDatabase database = TestDatabase.fresh()) {
            assertThat(database.sql().of(WITH_PARTICIPANT).list(String.class))
                    .hasSizeGreaterThan(20)
                    .doesNotContainAnyElementsOf(untouched);
        }
    }
}
