package laurel.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.ColonPrefixSqlParser;
import org.jdbi.v3.core.statement.ParsedSql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads statements as the library's own parser does. */
class NamedParametersTest {
    private static final int CHARACTERS = 1_000_000;
    private static final int LONG = 100_000;

    private static TestDatabase database;

    @BeforeAll
    static void open() {
        database = TestDatabase.fresh();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                "SELECT :a, :b, :a",
                "SELECT :a::bigint[], ':no', \":no\", x::text",
                "SELECT 'it''s :no', :yes",
                "SELECT :a -- not :b\n, :c",
                "SELECT /* :no\n :no */ :yes",
                "SELECT (ARRAY[1,2,3])[2\\:3], :a_1.b",
                "SELECT 5 - :n / :m",
                "SELECT :last",
                "SELECT ?, '?', ?",
            })
    void findsWhatTheLibraryFinds(String sql) {
        try (Handle handle = database.jdbi().open()) {
            var context = handle.createQuery(sql).getContext();
            ParsedSql expected = new ColonPrefixSqlParser().parse(sql, context);
            ParsedSql found = new NamedParameters(CHARACTERS).parse(sql, context);
            assertThat(found.getParameters().getParameterNames())
                    .isEqualTo(expected.getParameters().getParameterNames());
            assertThat(found.getSql()).isEqualTo(expected.getSql());
        }
    }

    /** A statement that names all partitions of a large app is long, and apps and partitions are many. */
    @Test
    void remembersStatementsUpToALengthInAll() {
        String filling = "x".repeat(LONG);
        List<WeakReference<String>> texts = new ArrayList<>();
        try (Handle handle = database.jdbi().open()) {
            for (int n = 0; n < 2 * PostgresJdbi.PARSED_CHARACTERS / LONG; n++) {
                String sql = "SELECT :n /* %s %d */".formatted(filling, n);
                texts.add(new WeakReference<>(sql));
                handle.createQuery(sql).bind("n", n).mapTo(Integer.class).one();
            }
        }
        System.gc();
        assertThat(texts)
                .filteredOn(text -> text.get() != null)
                .hasSizeBetween(1, 1 + PostgresJdbi.PARSED_CHARACTERS / LONG);
    }
}
