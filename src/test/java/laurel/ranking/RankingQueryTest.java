package laurel.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.ranking.QueryOracle.FilterCase;
import laurel.ranking.QueryOracle.OracleRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares each query of a ranking with SQL's window functions over all of its entries. */
@LaurelTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RankingQueryTest {
    private static final int WHO = 30;

    @Inject
    LaurelServer server;

    private QueryLeaderboards boards;

    @BeforeAll
    void start() {
        boards = QueryLeaderboards.of(server, WHO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"high", "low"})
    void returnsRanksOfWindowFunctions(String board) {
        List<OracleRow> all = all(board);
        List<Answer> edges = ask(board, "standings(first: 1000) { edges { node { " + EVERYTHING + " } } }")
                .list("standings", "edges");
        assertThat(edges).hasSize(WHO);
        List<Answer> standings = each(
                board,
                all.stream()
                        .map(row -> "standing(participant: {external: {externalId: \"" + row.who() + "\"}}) { "
                                + EVERYTHING + " }")
                        .toList());
        for (int i = 0; i < all.size(); i++) {
            OracleRow row = all.get(i);
            assertSame(board, edges.get(row.position() - 1).node("node"), row);
            assertSame(board, standings.get(i), row);
        }
    }

    private static final String EVERYTHING = "participant { externalId } rank denseRank position percentRank percentile"
            + " gapToNext ranking { entryCount }";

    private static void assertSame(String board, Answer standing, OracleRow row) {
        assertThat(standing.at("participant", "externalId")).isEqualTo(row.who());
        assertThat(standing.at("rank")).isEqualTo(row.rank());
        assertThat(standing.at("denseRank")).isEqualTo(row.denseRank());
        assertThat(standing.at("position")).isEqualTo(row.position());
        assertThat(standing.at("ranking", "entryCount")).isEqualTo(row.total());
        assertThat(new BigDecimal(standing.text("percentRank"))).isEqualByComparingTo("" + row.percentRank());
        assertThat(new BigDecimal(standing.text("percentile"))).isEqualByComparingTo("" + row.percentile());
        Object expectedGap = row.ahead() == null
                ? null
                : BigDecimal.valueOf(Math.abs(row.sortKey() - row.ahead()), 1).toPlainString();
        assertThat(standing.at("gapToNext")).as(board).isEqualTo(expectedGap);
    }

    @ParameterizedTest
    @ValueSource(strings = {"high", "low"})
    void returnsAndCountsMatchingStandings(String board) {
        List<OracleRow> all = all(board);
        List<FilterCase> filters = QueryOracle.filters(board);
        var counts = each(
                        board,
                        filters.stream()
                                .map(where -> "standingCount(filter: " + where.text() + ")")
                                .toList())
                .iterator();
        for (FilterCase where : filters) {
            List<String> expected = all.stream()
                    .filter(where.condition())
                    .map(RankingQueryTest::text)
                    .toList();
            assertThat(counts.next().json()).as(where.text()).isEqualTo(expected.size());
            assertThat(walk(board, "BEST_FIRST", "first", "after", "endCursor", "hasNextPage", where))
                    .isEqualTo(expected);
            assertThat(walk(board, "WORST_FIRST", "first", "after", "endCursor", "hasNextPage", where))
                    .isEqualTo(expected.reversed());
            assertThat(walk(board, "BEST_FIRST", "last", "before", "startCursor", "hasPreviousPage", where))
                    .isEqualTo(expected.reversed());
        }
    }

    /** Returns all items of a list, read in pages of 7. */
    private List<String> walk(
            String board, String order, String size, String cursor, String end, String more, FilterCase where) {
        List<String> items = new ArrayList<>();
        boolean backwards = size.equals("last");
        String from = "";
        do {
            Answer page = ask(
                            board,
                            "standings(order: %s, %s: 7%s, filter: %s) { edges { node { %s } } pageInfo { %s %s } }"
                                    .formatted(order, size, from, where.text(), ITEM, end, more))
                    .node("standings");
            List<String> shown = page.list("edges").stream()
                    .map(edge -> text(edge.node("node")))
                    .toList();
            items.addAll(backwards ? shown.reversed() : shown);
            from = ", " + cursor + ": \"" + page.at("pageInfo", end) + "\"";
            if (!Boolean.TRUE.equals(page.at("pageInfo", more))) {
                return items;
            }
        } while (items.size() <= WHO);
        return items;
    }

    @ParameterizedTest
    @ValueSource(strings = {"high", "low"})
    void startsPageAtAPosition(String board) {
        List<OracleRow> all = all(board);
        for (FilterCase where : QueryOracle.filters(board).subList(0, 12)) {
            List<OracleRow> list = all.stream().filter(where.condition()).toList();
            for (int position : new int[] {1, 2, 3, 11, 29, WHO, WHO + 1, 1_000_000, Integer.MAX_VALUE}) {
                String field = "first: 5, fromPosition: %d, filter: %s) { edges { node { %s } } pageInfo { hasNextPage"
                                .formatted(position, where.text(), ITEM)
                        + " hasPreviousPage } }";
                Answer answer = ask(board, "standings(" + field + " bottom: standings(order: WORST_FIRST, " + field);
                assertPage(answer.node("standings"), list, row -> row.position() >= position);
                assertPage(
                        answer.node("bottom"), list.reversed(), row -> position <= WHO && row.position() <= position);
            }
        }
    }

    private static void assertPage(Answer page, List<OracleRow> list, Predicate<OracleRow> from) {
        List<OracleRow> rest = list.stream().filter(from).toList();
        assertThat(page.list("edges").stream().map(edge -> text(edge.node("node"))))
                .isEqualTo(rest.stream().limit(5).map(RankingQueryTest::text).toList());
        assertThat(page.at("pageInfo", "hasNextPage")).isEqualTo(rest.size() > 5);
        assertThat(page.at("pageInfo", "hasPreviousPage")).isEqualTo(rest.size() < list.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"high", "low"})
    void returnsRankForAScore(String board) {
        List<OracleRow> all = all(board);
        List<String> fields = new ArrayList<>();
        List<Integer> expected = new ArrayList<>();
        for (int score = -5; score < 12; score++) {
            for (int subscore = -1; subscore < 4; subscore++) {
                long sortKey = board.equals("high") ? ~score : score;
                long subscoreKey = board.equals("high") ? ~subscore : subscore;
                long better = all.stream()
                        .filter(row -> row.sortKey() < sortKey
                                || (row.sortKey() == sortKey && row.subscoreKey() < subscoreKey))
                        .count();
                fields.add(
                        "rankForScore(score: \"%s\", subscore: %d)".formatted(BigDecimal.valueOf(score, 1), subscore));
                expected.add((int) better + 1);
            }
        }
        List<Answer> ranks = each(board, fields);
        for (int i = 0; i < fields.size(); i++) {
            assertThat(ranks.get(i).json()).as(fields.get(i)).isEqualTo(expected.get(i));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"high", "low"})
    void returnsStandingsAtPositionsAndPercentiles(String board) {
        List<OracleRow> all = all(board);
        List<String> fields = new ArrayList<>();
        List<@Nullable OracleRow> expected = new ArrayList<>();
        for (int position = 1; position <= WHO + 1; position++) {
            fields.add(at("position: " + position));
            expected.add(position > WHO ? null : all.get(position - 1));
        }
        List<Double> percentiles = new ArrayList<>(List.of(0.0, 33.3, 50.0, 99.999999, 100.0));
        all.forEach(row -> percentiles.addAll(
                List.of(row.percentile(), Math.nextUp(row.percentile()), Math.nextDown(row.percentile()))));
        for (double percentile : percentiles) {
            // The service rejects numbers of hundreds of digits.
            if (percentile == 0 || percentile > 1e-9) {
                List<OracleRow> enough = all.stream()
                        .filter(row -> row.percentile() >= percentile)
                        .toList();
                fields.add(at("percentile: " + percentile));
                expected.add(enough.isEmpty() ? null : enough.getLast());
            }
        }
        List<Answer> standings = each(board, fields);
        for (int i = 0; i < fields.size(); i++) {
            Answer standing = standings.get(i);
            OracleRow row = expected.get(i);
            assertThat(standing.json() == null ? null : text(standing))
                    .as(fields.get(i))
                    .isEqualTo(row == null ? null : text(row));
        }
    }

    private static String at(String place) {
        return "standingAt(place: {" + place + "}) { " + ITEM + " percentile }";
    }

    @ParameterizedTest
    @ValueSource(strings = {"high", "low"})
    void ranksParticipantsAmongEachOther(String board) {
        for (List<Integer> who : List.of(List.<Integer>of(), List.of(7), List.of(3, 3, 999, 12, 41, 5, 8, 12, 59))) {
            List<OracleRow> friends = all(board).stream()
                    .filter(row -> who.contains(Integer.valueOf(row.who().substring(4))))
                    .toList();
            List<Answer> among = boards.client()
                    .ask(
                            "query ($who: [ParticipantRef!]!) { leaderboard(key: \"" + board + "\") {"
                                    + " window(select: {relative: {definitionKey: \"all-time\"}}) { ranking"
                                    + " { standingsOf(participants: $who) { rank denseRank position"
                                    + " standing { " + ITEM + " } } } } } }",
                            Map.of(
                                    "who",
                                    who.stream()
                                            .map(n -> Map.of("external", Map.of("externalId", "who-" + n)))
                                            .toList()))
                    .list("data", "leaderboard", "window", "ranking", "standingsOf");
            assertThat(among.stream().map(local -> text(local.node("standing"))))
                    .isEqualTo(friends.stream().map(RankingQueryTest::text).toList());
            for (int i = 0; i < friends.size(); i++) {
                int dense = friends.get(i).denseRank();
                assertThat(among.get(i).at("position")).isEqualTo(i + 1);
                assertThat(among.get(i).at("rank"))
                        .isEqualTo(1
                                + (int) friends.stream()
                                        .filter(row -> row.denseRank() < dense)
                                        .count());
                assertThat(among.get(i).at("denseRank"))
                        .isEqualTo(1
                                + (int) friends.stream()
                                        .map(OracleRow::denseRank)
                                        .filter(d -> d < dense)
                                        .distinct()
                                        .count());
            }
        }
    }

    private static final String ITEM = "rank denseRank position participant { externalId }";

    private static String text(OracleRow row) {
        return row.who() + " " + row.rank() + " " + row.denseRank() + " " + row.position();
    }

    private static String text(Answer standing) {
        return standing.text("participant", "externalId") + " " + standing.text("rank") + " "
                + standing.text("denseRank") + " " + standing.text("position");
    }

    private List<OracleRow> all(String board) {
        return boards.all(board);
    }

    private List<Answer> each(String board, List<String> fields) {
        return boards.each(board, fields);
    }

    private Answer ask(String board, String field) {
        return boards.ask(board, field);
    }
}
