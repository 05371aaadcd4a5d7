package laurel.score.restriction;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.database.Contents;
import laurel.score.ScoreClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Banned and hidden participants are in no ranking, until that ends. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class RestrictionGraphQLTest {
    private static final String DAY = "2025-07-13";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private RestrictionClient client;

    @BeforeEach
    void start() {
        client = new RestrictionClient(server);
    }

    private void create(String board, String mode) {
        client.create(board, mode);
        client.submit(board, "ann", 5, "a");
        client.submit(board, "bob", 3, "a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"banParticipant", "hideParticipant"})
    void othersMoveUpUntilParticipantIsRestored(String restrict) {
        create(restrict.toLowerCase(Locale.ROOT), "MAX");
        String board = restrict.toLowerCase(Locale.ROOT);
        client.change(restrict, board, "ann");
        assertThat(client.standings(board, DAY)).containsExactly("1 bob 3");
        assertThat(client.standings(board, "ALL-TIME")).containsExactly("1 bob 3");
        assertThat(client.ofTeam(board, "a")).containsExactly("1 bob 3");

        client.change("un" + restrict, board, "ann");

        assertThat(client.standings(board, DAY)).containsExactly("1 ann 5", "2 bob 3");
        assertThat(client.standings(board, "ALL-TIME")).containsExactly("1 ann 5", "2 bob 3");
        assertThat(client.ofTeam(board, "a")).containsExactly("1 ann 5", "2 bob 3");
    }

    @Test
    void refusesSubmissionsOfBannedParticipantExceptRetries() {
        create("banned", "INCREMENT");
        var retried = ScoreClient.with(RestrictionClient.input("banned", "ann", 1, "a"), "idempotencyKey", "k");
        client.scores().submit(retried);
        client.change("banParticipant", "banned", "ann");
        Contents before = Contents.of(server.database().sql());

        Answer refused = client.submit("banned", "ann", 1, "a");

        assertThat(refused.text("code")).isEqualTo("PARTICIPANT_BANNED");
        assertThat(refused.at("path")).hasToString("[input, participant]");
        assertThat(client.scores().submit(retried).at("status")).isEqualTo("DUPLICATE");
        assertThat(Contents.of(server.database().sql())).isEqualTo(before);
        client.change("unbanParticipant", "banned", "ann");
        client.submit("banned", "ann", 1, "a");
        assertThat(client.standings("banned", DAY)).containsExactly("1 ann 7", "2 bob 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"MAX", "MIN", "REPLACE", "INCREMENT"})
    void countsWithheldSubmissionsOnceParticipantIsShownAgain(String mode) {
        String hidden = "hidden-" + mode.toLowerCase(Locale.ROOT);
        String open = "open-" + mode.toLowerCase(Locale.ROOT);
        create(hidden, mode);
        create(open, mode);
        client.change("hideParticipant", hidden, "ann");
        for (String board : List.of(hidden, open)) {
            client.submit(board, "ann", 8, "b");
            client.submit(board, "ann", 2, "a");
            client.submit(board, "ann", 4, "b");
        }
        assertThat(client.submit(hidden, "ann", 4, "b").at("status")).isEqualTo("WITHHELD");
        client.submit(open, "ann", 4, "b");
        assertThat(client.standings(hidden, DAY)).containsExactly("1 bob 3");

        client.change("unhideParticipant", hidden, "ann");

        assertThat(client.standings(hidden, DAY)).isEqualTo(client.standings(open, DAY));
        assertThat(client.ofTeam(hidden, "b")).isEqualTo(client.ofTeam(open, "b"));
    }

    @Test
    void returnsReceiptOfWithheldSubmissionWithoutRanks() {
        create("receipt", "MAX");
        client.change("hideParticipant", null, "ann");
        Answer receipt = client.submit("receipt", "ann", 9, "a");
        assertThat(receipt.at("status")).isEqualTo("WITHHELD");
        assertThat(receipt.text("changes", 0, "previousScore")).isEqualTo("5");
        assertThat(receipt.text("changes", 0, "score")).isEqualTo("9");
        assertThat(receipt.at("changes", 0, "rank")).isNull();
        assertThat(receipt.at("changes", 0, "previousRank")).isNull();
    }

    @Test
    void withholdsFirstEntryOfHiddenParticipant() {
        client.create("first", "MAX");
        create("other", "MAX");
        client.change("hideParticipant", null, "ann");
        client.submit("first", "ann", 7, "a");
        assertThat(client.standings("first", DAY)).isEmpty();
        client.change("unhideParticipant", null, "ann");
        assertThat(client.standings("first", DAY)).containsExactly("1 ann 7");
    }

    @Test
    void banAndHidingMustBothEnd() {
        create("both", "MAX");
        client.change("banParticipant", "both", "ann");
        client.change("hideParticipant", "both", "ann");
        client.change("unbanParticipant", "both", "ann");
        assertThat(client.standings("both", DAY)).containsExactly("1 bob 3");
        assertThat(client.submit("both", "ann", 6, "a").at("status")).isEqualTo("WITHHELD");
        client.change("unhideParticipant", "both", "ann");
        assertThat(client.standings("both", DAY)).containsExactly("1 ann 6", "2 bob 3");
    }

    @Test
    void endsRestrictionsThatExpire() {
        create("expire", "MAX");
        client.change("banParticipant", "expire", "ann", Map.of("expiresAt", "2025-07-13T13:00:00Z"));
        client.change("hideParticipant", null, "bob", Map.of("expiresAt", "2025-07-13T12:30:00Z"));
        pass(29);
        assertThat(client.standings("expire", DAY)).isEmpty();
        pass(1);
        assertThat(client.standings("expire", DAY)).containsExactly("1 bob 3");
        pass(30);
        assertThat(client.standings("expire", DAY)).containsExactly("1 ann 5", "2 bob 3");
        assertThat(client.listed("participant: {external: {externalId: \"ann\"}}"))
                .containsExactly("BAN ann expire ended");
        assertThat(client.refusal("unbanParticipant", "expire", "ann", Map.of()))
                .isEqualTo("NOT_RESTRICTED [input, participant]");
    }

    private void pass(int minutes) {
        clock.advance(Duration.ofMinutes(minutes));
        client.expire(clock.instant());
    }

    @Test
    void returnsRestriction() {
        create("shown", "MAX");
        Map<String, Object> terms = Map.of("reason", "bot", "expiresAt", "2025-08-01T00:00:00Z");
        Answer ban = client.change("banParticipant", "shown", "ann", terms).node("restriction");
        assertThat(List.of(
                        ban.text("kind"),
                        ban.text("participant", "externalId"),
                        ban.text("leaderboard", "key"),
                        ban.text("reason"),
                        ban.text("createdAt"),
                        ban.text("expiresAt")))
                .containsExactly("BAN", "ann", "shown", "bot", "2025-07-13T12:00:00Z", "2025-08-01T00:00:00Z");
        assertThat(ban.at("endedAt")).isNull();
        assertThat(ban.text("createdBy")).isNotEmpty();
    }

    @Test
    void returnsEndOfRestriction() {
        create("ended", "MAX");
        Answer ban = client.change("banParticipant", "ended", "ann");
        clock.advance(Duration.ofMinutes(1));
        Answer ended = client.change("unbanParticipant", "ended", "ann");
        assertThat(ended.text("endedAt")).isEqualTo("2025-07-13T12:01:00Z");
        assertThat(ended.text("endedBy")).isEqualTo(ban.text("createdBy"));
        assertThat(client.change("hideParticipant", null, "ann").at("leaderboard"))
                .isNull();
    }

    @Test
    void listsRestrictionsByFilter() {
        create("list", "MAX");
        client.change("banParticipant", "list", "ann");
        client.change("hideParticipant", null, "bob");
        client.change("unbanParticipant", "list", "ann");
        client.change("banParticipant", null, "ann");
        assertThat(client.listed(""))
                .containsExactly("BAN ann null in force", "HIDE bob null in force", "BAN ann list ended");
        assertThat(client.listed("inForce: true")).containsExactly("BAN ann null in force", "HIDE bob null in force");
        assertThat(client.listed("inForce: false")).containsExactly("BAN ann list ended");
        assertThat(client.listed("kind: HIDE")).containsExactly("HIDE bob null in force");
        assertThat(client.listed("leaderboardKey: \"list\"")).containsExactly("BAN ann list ended");
        assertThat(client.listed("participant: {external: {externalId: \"bob\"}}"))
                .containsExactly("HIDE bob null in force");
        assertThat(client.listed("leaderboardKey: \"none\"")).isEmpty();
        assertThat(client.listed("participant: {external: {externalId: \"none\"}}"))
                .isEmpty();
    }

    @Test
    void pagesThroughRestrictions() {
        create("pages", "MAX");
        client.change("banParticipant", "pages", "ann");
        client.change("hideParticipant", "pages", "ann");
        client.change("hideParticipant", "pages", "bob");
        String query = "query ($after: String) { participantRestrictions(first: 2, after: $after) {"
                + " nodes { kind } edges { cursor } pageInfo { hasNextPage endCursor } } }";
        Answer first = client.graphQL().ask(query, Map.of()).node("data", "participantRestrictions");
        assertThat(first.list("nodes")).hasSize(2);
        Answer second = client.graphQL()
                .ask(query, Map.of("after", first.text("pageInfo", "endCursor")))
                .node("data", "participantRestrictions");
        assertThat(second.list("nodes")).extracting(node -> node.text("kind")).containsExactly("BAN");
        assertThat(second.at("pageInfo", "hasNextPage")).isEqualTo(false);
    }

    @Test
    void refusesInvalidInputsWithoutChanges() {
        create("bad", "MAX");
        client.change("banParticipant", "bad", "bob");
        Contents before = Contents.of(server.database().sql());
        assertThat(client.refusal("banParticipant", "bad", "ann", Map.of("reason", "")))
                .isEqualTo("INVALID_TEXT [input, reason]");
        assertThat(client.refusal("hideParticipant", null, "ann", Map.of("expiresAt", "2025-07-13T12:00:00Z")))
                .isEqualTo("EXPIRES_IN_PAST [input, expiresAt]");
        assertThat(client.refusal("banParticipant", "none", "ann", Map.of()))
                .isEqualTo("LEADERBOARD_NOT_FOUND [input, leaderboardKey]");
        assertThat(client.refusal("banParticipant", null, "unknown", Map.of()))
                .isEqualTo("PARTICIPANT_NOT_FOUND [input, participant]");
        assertThat(client.refusal("unhideParticipant", null, "unknown", Map.of()))
                .isEqualTo("PARTICIPANT_NOT_FOUND [input, participant]");
        assertThat(Contents.of(server.database().sql())).isEqualTo(before);
    }

    @Test
    void refusesRepetitionsWithoutChanges() {
        create("twice", "MAX");
        client.change("banParticipant", "twice", "bob");
        Contents before = Contents.of(server.database().sql()).without("participant_restriction");
        assertThat(client.refusal("banParticipant", "twice", "bob", Map.of()))
                .isEqualTo("ALREADY_RESTRICTED [input, participant]");
        assertThat(client.refusal("unhideParticipant", "twice", "bob", Map.of()))
                .isEqualTo("NOT_RESTRICTED [input, participant]");
        assertThat(client.refusal("unbanParticipant", null, "bob", Map.of()))
                .isEqualTo("NOT_RESTRICTED [input, participant]");
        assertThat(client.refusal("unbanParticipant", "twice", "ann", Map.of()))
                .isEqualTo("NOT_RESTRICTED [input, participant]");
        assertThat(Contents.of(server.database().sql()).without("participant_restriction"))
                .isEqualTo(before);
    }
}
