package laurel.ranking.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import laurel.GraphQLClient;
import laurel.database.sql.Sql;
import laurel.graphql.StoredKey;
import laurel.graphql.node.NodeId;
import laurel.ranking.model.ModelStep.GroupFault;
import laurel.ranking.model.ModelStep.RandomSubmission;
import laurel.ranking.model.ModelStep.Remove;
import laurel.ranking.model.ModelStep.SubmittedGroup;
import laurel.ranking.model.leaderboard.ModelGroup;
import laurel.ranking.model.leaderboard.ModelIds;
import laurel.ranking.model.leaderboard.ModelLeaderboard;
import laurel.ranking.model.leaderboard.ModelOutcome;
import laurel.ranking.model.leaderboard.ModelRules;
import laurel.ranking.model.leaderboard.ModelSubmission;
import laurel.ranking.model.query.ModelClient;
import laurel.ranking.model.query.ModelReader;

/** A leaderboard of the service and its model. Applies each step to both and compares them. */
public final class ComparedLeaderboard {
    private static final String REVERSE_GROUP = """
            UPDATE leaderboard SET version = version + 1, group_overrides = jsonb_build_array(jsonb_build_object(
                'group', jsonb_object(:attributes::text[], :values::text[]), 'sortOrder', :order))
            WHERE key = :board
            """;
    private final String key;
    private final ModelLeaderboard model;
    private final ModelClient client;
    private final ModelReader reader;
    private final List<ModelSubmission> sent = new ArrayList<>();

    private ComparedLeaderboard(GraphQLClient http, Sql sql, String key, ModelRules rules) {
        ModelIds ids = new ModelIds();
        this.key = key;
        this.model = new ModelLeaderboard(rules);
        this.client = new ModelClient(http, key, rules, ids, unknown(sql));
        this.reader = new ModelReader(http, key, ids);
    }

    static ComparedLeaderboard create(GraphQLClient http, Sql sql, String key, ModelRules rules) {
        ComparedLeaderboard board = new ComparedLeaderboard(http, sql, key, rules);
        board.client.create();
        ModelGroup reversedGroup = rules.reversedGroup();
        if (reversedGroup != null) {
            sql.of(REVERSE_GROUP)
                    .bind("board", key)
                    .bind("attributes", reversedGroup.values().keySet().toArray(String[]::new))
                    .bind("values", reversedGroup.values().values().toArray(String[]::new))
                    .bind("order", rules.reversedOrder())
                    .execute();
        }
        return board;
    }

    /** An ID that no submission has. */
    private static String unknown(Sql sql) {
        return StoredKey.ids(sql).text(new NodeId("ScoreSubmission", 1, 1, List.of(999_999_999L), ""));
    }

    public String key() {
        return key;
    }

    public ModelLeaderboard model() {
        return model;
    }

    public ModelRules rules() {
        return model.rules();
    }

    ModelClient client() {
        return client;
    }

    public ModelReader reader() {
        return reader;
    }

    /** @param names prefix of all participant names */
    void submit(List<RandomSubmission> submissions, String names, Instant now) {
        List<ModelSubmission> batch =
                submissions.stream().map(one -> submission(one, names, now)).toList();
        List<ModelOutcome> expected = model.submit(batch, now);
        List<ModelOutcome> outcomes =
                batch.size() == 1 ? List.of(client.submit(batch.getFirst())) : client.submit(batch);
        assertThat(outcomes).as("%s to %s", batch, rules()).isEqualTo(expected);
    }

    void remove(Remove step, Instant now) {
        int acceptedCount = model.ledger().rows().size();
        Integer number =
                step.number() == null || acceptedCount == 0 ? null : Integer.valueOf(step.number() % acceptedCount);
        ModelOutcome expected = model.remove(number, step.reason(), now);
        assertThat(client.remove(number, step.reason()))
                .as("removal of %s from %s of %s", number, model.ledger().rows(), rules())
                .isEqualTo(expected);
    }

    private ModelSubmission submission(RandomSubmission one, String names, Instant now) {
        if (one.repeat() != null && !sent.isEmpty()) {
            return sent.get(one.repeat() % sent.size());
        }
        ModelSubmission submission = new ModelSubmission(
                names + one.participant(),
                one.score().invalid() != null
                        ? one.score().invalid()
                        : rules().text(one.score().score()),
                one.score().subscore(),
                one.ago() == null ? null : now.minus(one.ago()),
                one.note() ? sent.size() : null,
                one.key() == null ? null : "key-" + one.key(),
                group(one.group()));
        sent.add(submission);
        return submission;
    }

    /** The group values that the leaderboard requires, except for the fault. */
    private Map<String, String> group(SubmittedGroup submitted) {
        Map<String, String> group = new TreeMap<>(submitted.values());
        group.keySet().retainAll(rules().attributes());
        if (submitted.fault() == GroupFault.UNKNOWN) {
            group.put("colour", "red");
        } else if (submitted.fault() != null && !group.isEmpty()) {
            String attribute = group.keySet().iterator().next();
            switch (submitted.fault()) {
                case MISSING -> group.remove(attribute);
                case BLANK -> group.put(attribute, " ");
                default -> group.put(attribute, "x".repeat(65));
            }
        }
        return group;
    }
}
