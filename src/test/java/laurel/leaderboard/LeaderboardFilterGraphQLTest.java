package laurel.leaderboard;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.request.ListRequest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Filters of lists of leaderboards. */
@LaurelTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LeaderboardFilterGraphQLTest {
    @Inject
    LaurelServer server;

    private LeaderboardClient client;

    @BeforeAll
    void start() {
        client = new LeaderboardClient(server.client());
        create("race.monza", "Monza 100%", "DRIVER", "PUBLIC");
        create("race.spa", "Spa \\_ Ardennes", "DRIVER", "PUBLIC");
        create("race.old", "Old Monza", "DRIVER", "PUBLIC");
        create("zandvoort", "Secret Monza", "DRIVER", "PRIVATE");
        create("guilds", "Große Gilden", "GUILD", "PUBLIC");
        create("racer", "Racers", "ACCOUNT", "PUBLIC");
        client.archive("race.old");
    }

    private void create(String key, String name, String type, String visibility) {
        client.create(Map.of("key", key, "name", name, "entityTypes", List.of(type, "ANY"), "visibility", visibility))
                .text("id");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                             | guilds race.monza race.spa racer
            {"archived": "INCLUDE"}                        | guilds race.monza race.old race.spa racer
            {"archived": "ONLY"}                           | race.old
            {"keyPrefix": "race."}                         | race.monza race.spa
            {"keyPrefix": "race"}                          | race.monza race.spa racer
            {"keyPrefix": "race.monza"}                    | race.monza
            {"keyPrefix": "ace"}                           | ''
            {"keyPrefix": "race_"}                         | ''
            {"keyPrefix": "%"}                             | ''
            {"keyPrefix": ""}                              | guilds race.monza race.spa racer
            {"keyPrefix": null, "nameContains": null, "entityType": null} | guilds race.monza race.spa racer
            {"nameContains": "MONZA"}                      | race.monza
            {"nameContains": "MONZA", "archived": "INCLUDE"} | race.monza race.old
            {"nameContains": "%"}                          | race.monza
            {"nameContains": "\\\\_"}                       | race.spa
            {"nameContains": "GROSSE"}                     | ''
            {"nameContains": " gilden"}                    | guilds
            {"nameContains": " "}                          | guilds race.monza race.spa
            {"entityType": "GUILD"}                        | guilds
            {"entityType": "ANY"}                          | guilds race.monza race.spa racer
            {"entityType": "any"}                          | ''
            {"entityType": ""}                             | ''
            {"entityType": "DRIVER", "keyPrefix": "race.", "nameContains": "spa", "archived": "INCLUDE"} | race.spa
            {"keyPrefix": "\\u0000"}                       | ''
            {"nameContains": "\\ud800"}                    | ''
            {"entityType": "\\n"}                          | ''
            """)
    void listsLeaderboardsThatMatchAllConditions(String filter, String keys) {
        Answer answer = client.graphQL()
                .sendRaw(
                        "query ($filter: LeaderboardFilter!) { leaderboards(filter: $filter) { edges { node { key } } } }",
                        "{\"filter\": " + filter + "}");
        assertThat(answer.at("errors")).isNull();
        assertThat(answer.list("data", "leaderboards", "edges").stream()
                        .map(edge -> edge.text("node", "key"))
                        .filter(key -> !key.equals("zandvoort")))
                .containsExactly(keys.isEmpty() ? new String[0] : keys.split(" "));
    }

    @Test
    void listsPrivateLeaderboardsForOperatorsOnly() {
        Leaderboards boards = server.bean(Leaderboards.class);
        for (boolean operator : List.of(true, false)) {
            var filter = new LeaderboardFilter(null, null, null, LeaderboardFilter.ArchivedFilter.EXCLUDE, operator);
            var page = new ListRequest<>(filter, "racer", 10);
            assertThat(boards.listed(server.appId(), List.of(page)).values().stream()
                            .flatMap(List::stream)
                            .map(Leaderboard::key))
                    .isEqualTo(operator ? List.of("zandvoort") : List.of());
        }
        assertThat(client.list(Map.of("keyPrefix", "zand"))).containsExactly("zandvoort");
    }

    @Test
    void keepsListsOfOneRequestSeparate() {
        Answer lists = client.graphQL().ask("""
                        {
                          two: leaderboards(first: 2) { ...keys }
                          oneOfThree: leaderboards(first: 1, filter: {keyPrefix: "race"}) { ...keys }
                          guilds: leaderboards(filter: {entityType: "GUILD", archived: null}) { ...keys }
                          impossible: leaderboards(filter: {entityType: "\\n"}) { ...keys }
                          none: leaderboards(filter: {nameContains: "nothing"}) { ...keys }
                          archived: leaderboards(filter: {archived: ONLY, nameContains: "MONZA"}) { ...keys }
                        }
                        fragment keys on LeaderboardConnection { edges { node { key } } pageInfo { hasNextPage } }
                        """).node("data");
        Map<String, String> expected = Map.of(
                "two", "guilds race.monza +",
                "oneOfThree", "race.monza +",
                "guilds", "guilds",
                "impossible", "",
                "none", "",
                "archived", "race.old");
        expected.forEach(
                (alias, keys) -> assertThat(shown(lists.node(alias))).as(alias).isEqualTo(keys));
    }

    /** Returns the keys, and whether there are more. */
    private static String shown(Answer list) {
        Stream<String> keys = list.list("edges").stream().map(edge -> edge.text("node", "key"));
        Stream<String> more = list.at("pageInfo", "hasNextPage") == Boolean.TRUE ? Stream.of("+") : Stream.empty();
        return Stream.concat(keys, more).collect(Collectors.joining(" "));
    }

    @Test
    void pagesFilteredListByKey() {
        List<String> keys = new ArrayList<>();
        Object after = null;
        do {
            Answer page = client.graphQL()
                    .ask(
                            "query ($after: String) { leaderboards(first: 1, after: $after, filter: {keyPrefix: \"race\"}) {"
                                    + " edges { node { key } } pageInfo { hasNextPage endCursor } } }",
                            after == null ? Map.of() : Map.of("after", after))
                    .node("data", "leaderboards");
            keys.add(page.text("edges", 0, "node", "key"));
            after = page.at("pageInfo", "hasNextPage") == Boolean.TRUE ? page.at("pageInfo", "endCursor") : null;
        } while (after != null);
        assertThat(keys).containsExactly("race.monza", "race.spa", "racer");
    }
}
