package laurel.score;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.sql.Json;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import laurel.score.entry.EntryChange;
import laurel.score.submission.ChangeFilter;
import laurel.score.submission.ScoreSubmissionInput;
import laurel.score.submission.Scores;
import laurel.score.submission.SubmissionResult;
import laurel.window.Window;
import laurel.window.Windows;
import org.jspecify.annotations.Nullable;

/** Submits scores through {@link Scores}, without HTTP, to leaderboards with windows and overrides set by SQL. */
public record DirectScoreClient(LaurelServer server, TickingClock clock) {
    private static final List<ChangeFilter> ALL = List.of(new ChangeFilter(null, null));
    private static final String DEFINE = """
            UPDATE leaderboard SET version = version + 1, window_definitions = :windows::jsonb, group_overrides = :overrides::jsonb
            WHERE key = :board AND app_id = :app
            """;

    /**
     * Creates a leaderboard.
     *
     * @param windows the definitions of windows, as stored
     * @param overrides the overrides of groups, as stored
     */
    public void create(String board, String mode, String groupings, String windows, String overrides) {
        server.client()
                .ask("""
                mutation { createLeaderboard(input: {key: "%s", updateMode: %s, groupings: %s}) {
                  leaderboard { id } } }
                """.formatted(board, mode, groupings))
                .text("data", "createLeaderboard", "leaderboard", "id");
        server.database()
                .sql()
                .of(DEFINE)
                .bind("board", board)
                .bind("app", server.appId())
                .bind("windows", windows)
                .bind("overrides", overrides)
                .execute();
    }

    public SubmissionResult submit(String board, String participant, long score, Map<String, String> group) {
        return submit(board, participant, score, group, null);
    }

    public SubmissionResult submit(
            String board, String participant, long score, Map<String, String> group, @Nullable Instant achievedAt) {
        var input = new ScoreSubmissionInput(
                board,
                new ParticipantInput(new ExternalParticipantId("ACCOUNT", participant), null, null, null, null),
                Long.toString(score),
                0,
                group,
                achievedAt,
                new Json("{}"),
                null);
        return server.bean(Scores.class)
                .submit(server.appId(), List.of(input), ALL, clock.instant())
                .getFirst();
    }

    public Scores.RemovedSubmission remove(SubmissionResult submitted) {
        return remove(submitted, false);
    }

    public Scores.RemovedSubmission remove(SubmissionResult submitted, boolean dryRun) {
        long id = ((SubmissionResult.ScoreReceipt) submitted).submission().id();
        return server.bean(Scores.class)
                .remove(server.appId(), new Scores.Removal(id, null, dryRun), ALL, clock.instant());
    }

    public List<String> describe(SubmissionResult submitted) {
        return describe(((SubmissionResult.ScoreReceipt) submitted).outcome().changes());
    }

    /** Returns window, time zone, group, scores and ranks of each change. */
    public List<String> describe(List<EntryChange> changes) {
        Map<Long, Window> windows = server.bean(Windows.class)
                .byIds(
                        server.appId(),
                        changes.stream().map(EntryChange::windowId).toList());
        return changes.stream()
                .map(change -> describe(change, windows.get(change.windowId())))
                .toList();
    }

    private static String describe(EntryChange change, @Nullable Window window) {
        return window == null
                ? "no window"
                : "%s %s %s %s->%s #%s->#%s"
                        .formatted(
                                window.name(),
                                window.timeZone(),
                                change.group().values().values(),
                                change.previousScore(),
                                change.score(),
                                change.previousRank(),
                                change.rank());
    }
}
