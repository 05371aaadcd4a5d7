package laurel.score;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.sql.Json;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import laurel.participant.ParticipantRef;
import laurel.score.entry.EntryChange;
import laurel.score.removal.CorrectedEntries;
import laurel.score.removal.EntryRemovals;
import laurel.score.removal.EntrySelection;
import laurel.score.removal.RemovalTerms;
import laurel.score.submission.ChangeFilter;
import laurel.score.submission.ScoreSubmissionInput;
import laurel.score.submission.Scores;
import laurel.score.submission.SubmissionResult;
import laurel.window.Window;
import laurel.window.WindowSelection;
import laurel.window.WindowSelector;
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

    /** Removes a participant from the windows with these names. */
    public CorrectedEntries removeEntry(
            String board, String participant, List<String> windows, boolean allowIrreversible) {
        return server.bean(EntryRemovals.class)
                .remove(
                        server.appId(),
                        selection(board, participant, windows),
                        new RemovalTerms(null, allowIrreversible, false),
                        ALL,
                        clock.instant());
    }

    /** Restores all entries of a participant. */
    public CorrectedEntries restoreEntry(String board, String participant) {
        return server.bean(EntryRemovals.class)
                .restore(server.appId(), selection(board, participant, null), false, ALL, clock.instant());
    }

    private EntrySelection selection(String key, String participant, @Nullable List<String> windows) {
        Leaderboard board =
                server.bean(Leaderboards.class).byKey(server.appId(), key).orElseThrow();
        return new EntrySelection(
                board,
                ParticipantRef.of(new ExternalParticipantId("ACCOUNT", participant)),
                windows == null
                        ? null
                        : windows.stream()
                                .map(name ->
                                        new WindowSelection(board, WindowSelector.named(name, null), Group.EVERYONE))
                                .toList());
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
