package laurel.lifecycle;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.database.sql.Sql;
import laurel.window.FinalRevisions;

/** Creates leaderboards, submits scores and reads their windows. */
record LifecycleClient(GraphQLClient graphQL, Sql sql) {
    /** Final standings of the newest revision of each ranking, joined with the ranks of window functions. */
    private static final String DIFFERENCES = """
            SELECT count(*) FROM (
                SELECT e.ranking_id, e.participant_id, e.sort_key, e.subscore_key, e.tie_key, e.achieved_at, e.submission_id,
                       e.metadata, rank() OVER scores AS rank, dense_rank() OVER scores AS dense_rank,
                       row_number() OVER list AS position, percent_rank() OVER scores AS percent_rank,
                       cume_dist() OVER scores AS cume_dist
                FROM entry AS e JOIN ranking AS r ON r.id = e.ranking_id AND r.revision > 0
                WINDOW list AS (PARTITION BY e.ranking_id ORDER BY sort_key, subscore_key, tie_key, id_key),
                       scores AS (PARTITION BY e.ranking_id ORDER BY sort_key, subscore_key)) AS counted
            FULL JOIN (SELECT f.* FROM final_standing AS f JOIN ranking AS r ON r.id = f.ranking_id AND r.revision = f.revision)
                AS stored USING (ranking_id, participant_id, sort_key, subscore_key, tie_key, achieved_at, submission_id,
                                 rank, dense_rank, position, percent_rank, cume_dist)
            WHERE stored.revision IS NULL OR counted.ranking_id IS NULL
               OR stored.metadata IS DISTINCT FROM counted.metadata
            """;

    private static final String STATES = """
            SELECT w.name || ' ' || w.requested_revision || ' ' || w.revision
                   || CASE WHEN w.expired_at IS NULL THEN '' ELSE ' expired' END
            FROM leaderboard_window AS w JOIN leaderboard AS l ON l.id = w.leaderboard_id
            WHERE l.key = :board
            ORDER BY w.starts_at, w.definition
            """;
    private static final String EVENTS = """
            SELECT e.event_type || ' ' || l.key || coalesce(' ' || w.name, '') || coalesce(' ' || e.number, '')
            FROM event AS e JOIN leaderboard AS l ON l.id = e.leaderboard_id
            LEFT JOIN leaderboard_window AS w ON w.id = e.window_id
            ORDER BY e.id
            """;

    LifecycleClient(LaurelServer server) {
        this(server.client(), server.database().sql());
    }

    /** @param rest other fields of the input, such as {@code windowDefinitions: [{kind: DAILY}]} */
    void create(String board, String rest) {
        graphQL.ask("mutation { createLeaderboard(input: {key: \"%s\", %s}) { leaderboard { id } } }"
                        .formatted(board, rest))
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    /** Sets the retainCount of each window definition. */
    void keep(String board, int keep) {
        sql.of("""
                        UPDATE leaderboard SET version = version + 1,
                            window_definitions = (SELECT jsonb_agg(d || jsonb_build_object('retainCount', :keep::integer))
                                       FROM jsonb_array_elements(window_definitions) AS d)
                        WHERE key = :board
                        """).bind("board", board).bind("keep", keep).execute();
    }

    /** Submits a score and returns the error code, or the windows that did not accept it. */
    Answer submit(String board, String who, int score, Instant achievedAt) {
        return graphQL.ask(
                        "mutation ($input: SubmitScoreInput!) { submitScore(input: $input) {"
                                + " receipt { changes { window { name } } } errors { code } } }",
                        Map.of(
                                "input",
                                Map.of(
                                        "leaderboardKey",
                                        board,
                                        "participant",
                                        Map.of("externalId", who),
                                        "score",
                                        score,
                                        "achievedAt",
                                        achievedAt.toString())))
                .node("data", "submitScore")
                .receipt();
    }

    /** Creates a leaderboard with pairs of equal scores, in the rankings of everyone and of two groups. */
    void fill(String board) {
        create(board, "windowDefinitions: [{kind: DAILY}], groupings: [[], [\"region\"]]");
        for (int n = 0; n < 9; n++) {
            graphQL()
                    .ask("""
                            mutation { submitScore(input: {leaderboardKey: "%s", participant: {externalId: "who-%d"}, score: %d,
                              group: {region: "%s"}, metadata: {n: %d}}) { receipt {
                              submission { id } } } }
                            """.formatted(board, n, n / 2, n % 3 == 0 ? "eu" : "us", n))
                    .text("data", "submitScore", "receipt", "submission", "id");
        }
    }

    /** Returns the differences between final standings and entries. */
    int differences() {
        return one(DIFFERENCES);
    }

    /** Returns name, requested and stored revision of each window of a leaderboard, oldest first. */
    List<String> states(String board) {
        return sql.of(STATES).bind("board", board).list(String.class);
    }

    /** Returns all events, in order. */
    List<String> events() {
        return sql.of(EVENTS).list(String.class);
    }

    int one(String query) {
        return sql.of(query).one(Integer.class);
    }

    void execute(String statement) {
        sql.execute(statement);
    }

    /** Requests a new revision of rankings, as every change of their entries does first. */
    static void correct(LaurelServer server, String rankings) {
        Sql sql = server.bean(Sql.class);
        sql.useTransaction(() -> server.bean(FinalRevisions.class)
                .correct(
                        sql.of("SELECT id FROM leaderboard_window").list(Long.class),
                        sql.of(rankings).list(Long.class)));
    }
}
