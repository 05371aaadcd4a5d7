package laurel.rankindex;

import java.util.Map;
import java.util.stream.Stream;
import laurel.database.sql.SqlFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code src/test/resources/sql/rankindex} shows the fragments of the rank index. */
class RankIndexSqlFileTest {
    static Stream<Arguments> fragments() {
        return Map.of(
                        "better-entries", RankIndexSql.BETTER_ENTRIES,
                        "better-scores", RankIndexSql.BETTER_SCORES,
                        "preceding-entries", RankIndexSql.PRECEDING_ENTRIES,
                        "entry-count", RankIndexSql.ENTRY_COUNT,
                        "next-better-score", RankIndexSql.NEXT_BETTER_SCORE,
                        "entry-at-position", RankIndexSql.ENTRY_AT_POSITION)
                .entrySet()
                .stream()
                .map(fragment -> Arguments.of(fragment.getKey(), fragment.getValue()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("fragments")
    void showsFragment(String name, String sql) {
        SqlFile.check("rankindex/" + name, sql);
    }
}
