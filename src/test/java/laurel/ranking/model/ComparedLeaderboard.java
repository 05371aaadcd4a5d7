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
import laurel.ranking.model.ModelStep.Fault;
import laurel.ranking.model.ModelStep.Place;
import laurel.ranking.model.ModelStep.Remove;
import laurel.ranking.model.ModelStep.Throw;
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
    private static final String TURN = """
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
        ModelGroup turned = rules.turned();
        if (turned != null) {
            sql.of(TURN)
                    .bind("board", key)
                    .bind("attributes", turned.values().keySet().toArray(String[]::new))
                    .bind("values", turned.values().values().toArray(String[]::new))
                    .bind("order", rules.other())
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
    void submit(List<Throw> thrown, String names, Instant now) {
        List<ModelSubmission> batch =
                thrown.stream().map(one -> submission(one, names, now)).toList();
        List<ModelOutcome> expected = model.submit(batch, now);
        List<ModelOutcome> outcomes =
                batch.size() == 1 ? List.of(client.submit(batch.getFirst())) : client.submit(batch);
        assertThat(outcomes).as("%s to %s", batch, rules()).isEqualTo(expected);
    }

    void remove(Remove step, Instant now) {
        int taken = model.ledger().rows().size();
        Integer number = step.which() == null || taken == 0 ? null : Integer.valueOf(step.which() % taken);
        ModelOutcome expected = model.remove(number, step.reason(), now);
        assertThat(client.remove(number, step.reason()))
                .as("removal of %s from %s of %s", number, model.ledger().rows(), rules())
                .isEqualTo(expected);
    }

    private ModelSubmission submission(Throw one, String names, Instant now) {
        if (one.again() != null && !sent.isEmpty()) {
            return sent.get(one.again() % sent.size());
        }
        ModelSubmission submission = new ModelSubmission(
                names + one.who(),
                one.attempt().broken() != null
                        ? one.attempt().broken()
                        : rules().text(one.attempt().score()),
                one.attempt().subscore(),
                one.ago() == null ? null : now.minus(one.ago()),
                one.says() ? sent.size() : null,
                one.key() == null ? null : "key-" + one.key(),
                group(one.place()));
        sent.add(submission);
        return submission;
    }

    /** The group values that the leaderboard requires, except for the fault. */
    private Map<String, String> group(Place place) {
        Map<String, String> group = new TreeMap<>(place.values());
        group.keySet().retainAll(rules().attributes());
        if (place.fault() == Fault.UNKNOWN) {
            group.put("colour", "red");
        } else if (place.fault() != null && !group.isEmpty()) {
            String attribute = group.keySet().iterator().next();
            switch (place.fault()) {
                case MISSING -> group.remove(attribute);
                case BLANK -> group.put(attribute, " ");
                default -> group.put(attribute, "x".repeat(65));
            }
        }
        return group;
    }
}
