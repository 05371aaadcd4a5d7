package laurel.ranking;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import laurel.database.sql.PartitionedQuery;
import laurel.database.sql.Sql;
import laurel.ranking.StandingSearch.NameMatch;

/**
 * Finds participants of rankings by name. Neither statement reads more than {@link StandingSearch#LIMIT} entries of a ranking or
 * participants. Only the index of names is read as far as names match. The function {@code name_text} says when one does.
 */
@Singleton
public class StandingSearchRepository {
    private static final String MATCHES = """
            SELECT input.query_number, m.*
            FROM unnest(:queryNumber, :input.ranking.id, :input.ranking.appId, :input.text)
                 AS input (query_number, ranking_id, app_id, given)
            CROSS JOIN LATERAL (SELECT ltrim(name_text(input.given)) AS text OFFSET 0) AS sought
            CROSS JOIN LATERAL (
                SELECT row_number() OVER (ORDER BY e.sort_key, e.subscore_key, e.tie_key, e.id_key) AS place, p.*
                FROM (<entries>) AS e
                CROSS JOIN LATERAL (
                    SELECT q.id AS participant_id, q.entity_type, q.external_id, q.pseudonym IS NOT NULL AS has_pseudonym,
                           coalesce(strpos(' ' || name_text(q.name), ' ' || sought.text) > 0, FALSE) AS by_name,
                           coalesce(strpos(' ' || name_text(q.pseudonym), ' ' || sought.text) > 0, FALSE) AS by_pseudonym
                    FROM participant AS q
                    WHERE q.id = e.participant_id
                    OFFSET 0) AS p
                WHERE p.by_name OR p.by_pseudonym) AS m
            WHERE sought.text <> ''
            """;

    /** The matches among the best entries. */
    private static final String BEST = MATCHES.replace("<entries>", """
            SELECT * FROM <entry> AS b
                      WHERE b.ranking_id = input.ranking_id
                      ORDER BY b.sort_key, b.subscore_key, b.tie_key, b.id_key
                      LIMIT <limit>""");

    /** The entries of participants that the index of names finds. Reads nothing in a ranking of which the first entries are all. */
    private static final String NAMED = MATCHES.replace("<entries>", """
            SELECT b.*
                      FROM (SELECT 1 FROM <entry> AS q
                            WHERE q.ranking_id = input.ranking_id
                            ORDER BY q.sort_key, q.subscore_key, q.tie_key, q.id_key
                            OFFSET <limit> LIMIT 1) AS next
                      CROSS JOIN LATERAL participants_named(input.app_id, sought.text) AS named (id)
                      CROSS JOIN LATERAL (
                          SELECT * FROM <entry> AS q
                          WHERE q.participant_id = named.id AND q.ranking_id = input.ranking_id
                          OFFSET 0) AS b""");

    private final Sql sql;

    StandingSearchRepository(Sql sql) {
        this.sql = sql;
    }

    /** The matches of each search among the best standings, best position first; absent if there are none. */
    public Map<StandingSearch, List<NameMatch>> best(Collection<StandingSearch> searches) {
        return matches(List.copyOf(searches), StandingSearchRepository::best);
    }

    /**
     * The matches of each search in a ranking that has more standings than {@link #best} reads, best position first; absent if
     * there are none. If more participants than the limit match, some are missing.
     */
    public Map<StandingSearch, List<NameMatch>> named(Collection<StandingSearch> searches) {
        return matches(List.copyOf(searches), StandingSearchRepository::named);
    }

    static String best(StandingSearch search) {
        return text(BEST, search);
    }

    static String named(StandingSearch search) {
        return text(NAMED, search);
    }

    private static String text(String text, StandingSearch search) {
        return text.replace("<entry>", search.ranking().entryTable())
                .replace("<limit>", Integer.toString(StandingSearch.LIMIT));
    }

    private Map<StandingSearch, List<NameMatch>> matches(
            List<StandingSearch> searches, Function<StandingSearch, String> text) {
        Map<Integer, List<NameMatch>> byNumber =
                sql.connected(() -> new PartitionedQuery().add(searches, text).list(sql, NameMatch.class)).stream()
                        .sorted(Comparator.comparing(NameMatch::place))
                        .collect(groupingBy(NameMatch::queryNumber, toList()));
        Map<StandingSearch, List<NameMatch>> found = new HashMap<>();
        byNumber.forEach((number, matches) -> found.put(searches.get(number), matches));
        return found;
    }
}
