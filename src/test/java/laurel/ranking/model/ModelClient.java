package laurel.ranking.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.leaderboard.WindowKind;
import laurel.ranking.model.ModelOutcome.Accepted;
import laurel.ranking.model.ModelOutcome.Change;
import laurel.ranking.model.ModelOutcome.Refused;
import laurel.ranking.model.ModelOutcome.Removed;
import org.jspecify.annotations.Nullable;

/** What the model test makes the service do to a board. */
record ModelClient(GraphQLClient client, String board, ModelRules rules, ModelIds ids) {
    private static final String CREATE = """
            mutation ($input: CreateLeaderboardInput!) {
              createLeaderboard(input: $input) { ... on Leaderboard { id } ... on Refusal { code message } } }
            """;
    private static final String CHANGE = """
            fragment C on StandingChange {
              window { kind name } group { values } previousGroup { values }
              previousScore score previousRank rank rankChange
            }
            """;
    private static final String RESULT = """
            fragment R on SubmitScoreResult {
              ... on ScoreReceipt { submission { id } replayed closedWindows all: changes { ...C }
                some: changes(kinds: $kinds, grouping: $grouping) { ...C } }
              ... on Refusal { code message }
            }
            """ + CHANGE;
    private static final String SUBMIT =
            "mutation ($input: ScoreSubmissionInput!, $kinds: [WindowKind!], $grouping: [String!]) {"
                    + " submitScore(input: $input) { ...R } }" + RESULT;
    private static final String SUBMIT_ALL = """
            mutation ($input: [ScoreSubmissionInput!]!, $kinds: [WindowKind!], $grouping: [String!]) {
              submitScores(input: $input) { ... on ScoreBatch { accepted refused results { ...R } } } }
            """ + RESULT;
    private static final String REMOVE = """
            mutation ($input: RemoveSubmissionInput!, $kinds: [WindowKind!], $grouping: [String!]) {
              removeSubmission(input: $input) {
                ... on RemovedSubmission { submission { ...F } all: changes { ...C }
                  some: changes(kinds: $kinds, grouping: $grouping) { ...C } }
                ... on Refusal { code message } } }
            """ + ModelFact.FIELDS + CHANGE;

    void create() {
        client.ask(CREATE, Map.of("input", rules.input(board))).text("data", "createLeaderboard", "id");
    }

    ModelOutcome submit(ModelSubmission one) {
        return outcome(client.ask(SUBMIT, variables(one.input(board))).node("data", "submitScore"));
    }

    List<ModelOutcome> submit(List<ModelSubmission> batch) {
        var input = batch.stream().map(one -> one.input(board)).toList();
        Answer answer = client.ask(SUBMIT_ALL, variables(input)).node("data", "submitScores");
        List<ModelOutcome> outcomes =
                answer.list("results").stream().map(this::outcome).toList();
        int refused = (int) outcomes.stream().filter(Refused.class::isInstance).count();
        assertThat(answer.at("refused")).isEqualTo(refused);
        assertThat(answer.at("accepted")).isEqualTo(batch.size() - refused);
        return outcomes;
    }

    /** Removes the submission of a number; null is one that there never was. */
    ModelOutcome remove(@Nullable Integer number, @Nullable String reason) {
        Map<String, Object> input = new HashMap<>();
        input.put("id", number == null ? "nothing" : ids.id(number));
        if (reason != null) {
            input.put("reason", reason);
        }
        Answer answer = client.ask(REMOVE, variables(input)).node("data", "removeSubmission");
        return answer.at("code") != null
                ? new Refused(answer.text("code"))
                : new Removed(ModelFact.told(answer.node("submission"), ids), changes(answer));
    }

    private ModelOutcome outcome(Answer answer) {
        if (answer.at("code") != null) {
            return new Refused(answer.text("code"));
        }
        return new Accepted(
                ids.number(answer.text("submission", "id")),
                answer.at("replayed") == Boolean.TRUE,
                changes(answer),
                answer.list("closedWindows").stream()
                        .map(name -> String.valueOf(name.json()))
                        .toList());
    }

    /** Asks for some of the changes besides all of them. */
    private Map<String, Object> variables(Object input) {
        return Map.of(
                "input",
                input,
                "kinds",
                List.of(rules.windows().getFirst().name()),
                "grouping",
                rules.groupings().getFirst().reversed());
    }

    /** All of them, once those that were asked for are seen to be among them and no more. */
    private List<Change> changes(Answer answer) {
        List<Change> all = changes(answer, "all");
        Set<String> grouping = Set.copyOf(rules.groupings().getFirst());
        assertThat(changes(answer, "some"))
                .isEqualTo(all.stream()
                        .filter(change -> change.kind() == rules.windows().getFirst()
                                && change.group().values().keySet().equals(grouping))
                        .toList());
        return all;
    }

    private static List<Change> changes(Answer answer, String field) {
        return answer.list(field).stream()
                .map(change -> new Change(
                        WindowKind.valueOf(change.text("window", "kind")),
                        change.text("window", "name"),
                        ModelGroup.told(change.node("group")),
                        change.at("previousScore") == null ? null : ModelGroup.told(change.node("previousGroup")),
                        (String) change.at("previousScore"),
                        (String) change.at("score"),
                        (Integer) change.at("previousRank"),
                        (Integer) change.at("rank"),
                        (Integer) change.at("rankChange")))
                .toList();
    }
}
