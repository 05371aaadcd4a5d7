package laurel.ranking.model.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.leaderboard.WindowKind;
import laurel.ranking.model.leaderboard.ModelGroup;
import laurel.ranking.model.leaderboard.ModelIds;
import laurel.ranking.model.leaderboard.ModelLedgerEntry;
import laurel.ranking.model.leaderboard.ModelOutcome;
import laurel.ranking.model.leaderboard.ModelOutcome.Accepted;
import laurel.ranking.model.leaderboard.ModelOutcome.Change;
import laurel.ranking.model.leaderboard.ModelOutcome.Refused;
import laurel.ranking.model.leaderboard.ModelOutcome.Removed;
import laurel.ranking.model.leaderboard.ModelRules;
import laurel.ranking.model.leaderboard.ModelSubmission;
import org.jspecify.annotations.Nullable;

/** Sends the mutations of the model test. */
public record ModelClient(GraphQLClient client, String board, ModelRules rules, ModelIds ids, String unknown) {
    private static final String CREATE = """
            mutation ($input: CreateLeaderboardInput!) {
              createLeaderboard(input: $input) { leaderboard { id } errors { code message } } }
            """;
    private static final String CHANGE = """
            fragment C on StandingChange {
              window { kind name } group { values } previousGroup { values }
              previousScore score previousRank rank rankChange
            }
            """;
    private static final String RESULT = """
            receipt { submission { id } status closedWindows all: changes { ...C }
              some: changes(kinds: $kinds, grouping: $grouping) { ...C } }
            errors { code message }
            """;
    private static final String SUBMIT =
            "mutation ($input: SubmitScoreInput!, $kinds: [WindowKind!], $grouping: [String!]) {"
                    + " submitScore(input: $input) { " + RESULT + " } }" + CHANGE;
    private static final String SUBMIT_ALL = """
            mutation ($input: [SubmitScoreInput!]!, $kinds: [WindowKind!], $grouping: [String!]) {
              submitScores(input: {items: $input}) { acceptedCount failedCount results {
            """ + RESULT + " } } }" + CHANGE;
    private static final String REMOVE = """
            mutation ($input: RemoveSubmissionInput!, $kinds: [WindowKind!], $grouping: [String!]) {
              removeSubmission(input: $input) {
                submission { ...F } all: changes { ...C }
                  some: changes(kinds: $kinds, grouping: $grouping) { ...C }
                errors { code message } } }
            """ + ModelLedgerEntry.FIELDS + CHANGE;

    public void create() {
        client.ask(CREATE, Map.of("input", rules.input(board))).text("data", "createLeaderboard", "leaderboard", "id");
    }

    public ModelOutcome submit(ModelSubmission one) {
        return outcome(client.ask(SUBMIT, variables(one.input(board)))
                .node("data", "submitScore")
                .receipt());
    }

    public List<ModelOutcome> submit(List<ModelSubmission> batch) {
        var input = batch.stream().map(one -> one.input(board)).toList();
        Answer answer = client.ask(SUBMIT_ALL, variables(input)).node("data", "submitScores");
        List<ModelOutcome> outcomes = answer.list("results").stream()
                .map(Answer::receipt)
                .map(this::outcome)
                .toList();
        int refused = (int) outcomes.stream().filter(Refused.class::isInstance).count();
        assertThat(answer.at("failedCount")).isEqualTo(refused);
        assertThat(answer.at("acceptedCount")).isEqualTo(batch.size() - refused);
        return outcomes;
    }

    /** Removes a submission; null for one that does not exist. */
    public ModelOutcome remove(@Nullable Integer number, @Nullable String reason) {
        Map<String, Object> input = new HashMap<>();
        input.put("submissionId", number == null ? unknown : ids.id(number));
        if (reason != null) {
            input.put("reason", reason);
        }
        Answer answer = client.ask(REMOVE, variables(input)).node("data", "removeSubmission");
        return answer.at("errors", 0, "code") != null
                ? new Refused(answer.text("errors", 0, "code"))
                : new Removed(ModelLedgerEntry.read(answer.node("submission"), ids), changes(answer));
    }

    private ModelOutcome outcome(Answer answer) {
        if (answer.at("code") != null) {
            return new Refused(answer.text("code"));
        }
        return new Accepted(
                ids.number(answer.text("submission", "id")),
                "DUPLICATE".equals(answer.at("status")),
                changes(answer),
                answer.list("closedWindows").stream()
                        .map(name -> String.valueOf(name.json()))
                        .toList());
    }

    /** Selects some changes in addition to all. */
    private Map<String, Object> variables(Object input) {
        return Map.of(
                "input",
                input,
                "kinds",
                List.of(rules.windows().getFirst().name()),
                "grouping",
                rules.groupings().getFirst().reversed());
    }

    /** All changes, after the selected ones have been compared with them. */
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
                        ModelGroup.read(change.node("group")),
                        change.at("previousScore") == null ? null : ModelGroup.read(change.node("previousGroup")),
                        (String) change.at("previousScore"),
                        (String) change.at("score"),
                        (Integer) change.at("previousRank"),
                        (Integer) change.at("rank"),
                        (Integer) change.at("rankChange")))
                .toList();
    }
}
