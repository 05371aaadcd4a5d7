package laurel.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Cache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParsedStatementTest {
    private static final int LONG = 100_000;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT 1 | SELECT 1 | ``",
                "SELECT :a, :b, :a | SELECT ?, ?, ? | a b a",
                "SELECT :a::bigint[], ':no', \":no\", x::text | SELECT ?::bigint[], ':no', \":no\", x::text | a",
                "SELECT 'it''s :no', :yes | SELECT 'it''s :no', ? | yes",
                "SELECT /* :no :no */ :yes | SELECT /* :no :no */ ? | yes",
                "SELECT (ARRAY[1,2,3])[2 : 3], :a_1 | SELECT (ARRAY[1,2,3])[2 : 3], ? | a_1",
                "SELECT 5 - :n / :m | SELECT 5 - ? / ? | n m",
                "SELECT :last | SELECT ? | last",
                "SELECT x ? 'a' | SELECT x ?? 'a' | ``",
            })
    void findsParameters(String text, String sql, String names) {
        ParsedStatement parsed = ParsedStatement.of(text);
        assertThat(parsed.sql()).isEqualTo(sql);
        assertThat(String.join(" ", parsed.names())).isEqualTo(names);
    }

    @Test
    void endsCommentAtLineEnd() {
        assertThat(ParsedStatement.of("SELECT :a -- not :b\n, :c").names()).containsExactly("a", "c");
    }

    /** Statements that name all partitions of a large app are long, and there are many. */
    @Test
    void cachesStatementsUpToATotalLength() {
        String filling = "x".repeat(LONG);
        Cache<String, ParsedStatement> parsed = ParsedStatement.cache(10 * LONG);
        for (int n = 0; n < 100; n++) {
            String text = "SELECT /* %s %d */".formatted(filling, n);
            assertThat(parsed.get(text, ParsedStatement::of).sql()).isEqualTo(text);
        }
        assertThat(parsed.asMap()).hasSizeBetween(1, 10);
    }
}
