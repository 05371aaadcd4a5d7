package laurel.score.restriction;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.sql.Sql;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantRef;
import laurel.request.RefusedException;
import laurel.score.DirectScoreClient;
import laurel.score.submission.SubmissionResult;
import laurel.score.submission.SubmissionResult.ScoreReceipt;
import org.jspecify.annotations.Nullable;

/**
 * Two leaderboards that receive the same: {@code real-...}, whose participants are banned and hidden, and {@code twin-...}, whose
 * participants have the same names after {@code twin-} and never are. The standings of the first must be those that RANK() gives
 * over the second without the restricted participants.
 */
final class TwinBoards {
    private static final String RANKED = """
            SELECT w.name || ' ' || r.group_values || ' #' || rank() OVER (PARTITION BY r.id ORDER BY e.sort_key, e.subscore_key)
                   || ' ' || regexp_replace(p.external_id, '^twin-', '') || ' ' || e.sort_key || ' ' || e.subscore_key || ' '
                   || e.tie_key || ' ' || e.achieved_at
            FROM entry AS e
            JOIN ranking AS r ON r.id = e.ranking_id
            JOIN leaderboard_window AS w ON w.id = r.window_id AND w.expired_at IS NULL
            JOIN leaderboard AS l ON l.id = w.leaderboard_id
            JOIN participant AS p ON p.id = e.participant_id
            WHERE l.key = :board AND l.app_id = :app AND p.external_id <> ALL (:without)
            ORDER BY 1
            """;

    /** Rankings that are final, in which the stored ranks are not those of their entries. */
    private static final String WRONG_FINAL = """
            SELECT w.name || ' ' || r.group_values
            FROM ranking AS r
            JOIN leaderboard_window AS w ON w.id = r.window_id
            JOIN leaderboard AS l ON l.id = r.leaderboard_id
            WHERE l.key = :board AND l.app_id = :app AND r.revision > 0
              AND (SELECT array_agg((s.participant_id, s.rank, s.sort_key) ORDER BY s.position) FROM final_standing AS s
                   WHERE s.ranking_id = r.id AND s.revision = r.revision)
                  IS DISTINCT FROM
                  (SELECT array_agg((s.participant_id, s.rank, s.sort_key) ORDER BY s.position) FROM (
                       SELECT e.participant_id, e.sort_key,
                              (rank() OVER (ORDER BY e.sort_key, e.subscore_key))::integer AS rank,
                              row_number() OVER (ORDER BY e.sort_key, e.subscore_key, e.tie_key, e.id_key) AS position
                       FROM entry AS e WHERE e.ranking_id = r.id) AS s)
            """;

    private final LaurelServer server;
    private final TickingClock clock;
    private final DirectScoreClient boards;
    private final String name;
    private final List<SubmissionResult> real = new ArrayList<>();
    private final List<SubmissionResult> twin = new ArrayList<>();

    TwinBoards(LaurelServer server, TickingClock clock, String name) {
        this.server = server;
        this.clock = clock;
        this.boards = new DirectScoreClient(server, clock);
        this.name = name;
    }

    String realKey() {
        return "real-" + name;
    }

    private String twinKey() {
        return "twin-" + name;
    }

    void create(String mode, String windows) {
        boards.create(realKey(), mode, "[[], [\"region\"]]", windows, "[]");
        boards.create(twinKey(), mode, "[[], [\"region\"]]", windows, "[]");
    }

    /** Submits to the twin what the leaderboard accepts. */
    void submit(String who, int score, String region, Instant achievedAt, boolean banned) {
        SubmissionResult first = boards.submit(realKey(), who, score, Map.of("region", region), achievedAt);
        if (banned) {
            assertThat(((laurel.request.Refusal) first.payload()).code()).hasToString("PARTICIPANT_BANNED");
            return;
        }
        SubmissionResult second = boards.submit(twinKey(), "twin-" + who, score, Map.of("region", region), achievedAt);
        assertThat(first.getClass()).isEqualTo(second.getClass());
        if (first instanceof ScoreReceipt) {
            real.add(first);
            twin.add(second);
        }
    }

    void removeSubmission(int number) {
        if (!real.isEmpty()) {
            int n = number % real.size();
            boards.remove(real.get(n));
            boards.remove(twin.get(n));
        }
    }

    void removeEntry(String who, List<String> windows) {
        both(
                server -> boards.removeEntry(realKey(), who, windows, false),
                server -> boards.removeEntry(twinKey(), "twin-" + who, windows, false));
    }

    void restoreEntry(String who) {
        both(server -> boards.restoreEntry(realKey(), who), server -> boards.restoreEntry(twinKey(), "twin-" + who));
    }

    private void both(Consumer<LaurelServer> first, Consumer<LaurelServer> second) {
        assertThat(refusal(first)).isEqualTo(refusal(second));
    }

    private @Nullable String refusal(Consumer<LaurelServer> work) {
        try {
            work.accept(server);
            return null;
        } catch (RefusedException e) {
            return e.refusal().code().name();
        }
    }

    /** Adds windows by SQL, and backfills them. */
    void backfill(String windows, String definition) {
        List.of(realKey(), twinKey()).forEach(board -> backfill(board, windows, definition));
    }

    void backfill(String board, String windows, String definition) {
        sql().of(
                        "UPDATE leaderboard SET version = version + 1, window_definitions = :windows::jsonb WHERE key = :board")
                .bind("board", board)
                .bind("windows", windows)
                .execute();
        new JobClient(server)
                .result("backfillWindows", Map.of("leaderboardKey", board, "windowDefinitionKey", definition));
    }

    /** Restricts a participant, or ends that. Returns whether it was accepted. */
    boolean change(boolean restrict, RestrictionKind kind, String who, boolean app, @Nullable Instant expiresAt) {
        Restrictions restrictions = server.bean(Restrictions.class);
        var scope = new RestrictionScope(
                kind, ParticipantRef.of(new ExternalParticipantId("ACCOUNT", who)), app ? null : realKey());
        return refusal(used -> {
                    if (restrict) {
                        restrictions.restrict(
                                server.appId(), scope, new RestrictionTerms(null, expiresAt), "test", clock.instant());
                    } else {
                        restrictions.end(server.appId(), scope, "test", clock.instant());
                    }
                })
                == null;
    }

    /** @param restricted participants that are banned or hidden */
    void check(Collection<String> restricted) {
        List<String> without = restricted.stream().map(who -> "twin-" + who).toList();
        assertThat(ranked(realKey(), List.of())).isEqualTo(ranked(twinKey(), without));
        checkFinal();
    }

    /** Stored ranks of final windows are those of their entries. */
    void checkFinal() {
        assertThat(sql().of(WRONG_FINAL)
                        .bind("board", realKey())
                        .bind("app", server.appId())
                        .list(String.class))
                .isEmpty();
    }

    private List<String> ranked(String board, List<String> without) {
        return sql().of(RANKED)
                .bind("board", board)
                .bind("app", server.appId())
                .bindEach("without", String.class, without)
                .list(String.class);
    }

    private Sql sql() {
        return server.database().sql();
    }
}
