package laurel.score;

import io.micronaut.context.annotation.Value;
import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import laurel.database.Sql;
import laurel.database.Unhurried;
import laurel.leaderboard.Group;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.ScoreFormat;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import laurel.outbox.Outbox;
import laurel.refusal.ErrorCode;
import laurel.refusal.RefusedException;
import laurel.score.FillingRepository.Marked;
import laurel.score.Targets.Target;
import laurel.window.Window;
import laurel.window.Window.OpenWindow;
import laurel.window.WindowKey;
import laurel.window.Windows;
import org.jspecify.annotations.Nullable;

/**
 * Fills windows from the ledger, as though the board had had their definition from its first day: those are opened that what
 * was received falls in, it counts there from then on, and the entries are derived from all that counts.
 */
@Singleton
public class Filling {
    private final Sql sql;
    private final Leaderboards leaderboards;
    private final Windows windows;
    private final FillingRepository repository;
    private final FillingEntries entries;
    private final Outbox outbox;
    private final int most;

    Filling(
            Sql sql,
            Leaderboards leaderboards,
            Windows windows,
            FillingRepository repository,
            FillingEntries entries,
            Outbox outbox,
            @Value("${laurel.limits.fill-windows:10000}") int most) {
        this.sql = sql;
        this.leaderboards = leaderboards;
        this.windows = windows;
        this.repository = repository;
        this.entries = entries;
        this.outbox = outbox;
        this.most = most;
    }

    /**
     * Fills the windows of one definition, in all of its zones, past ones that are kept among them; done again it changes
     * nothing. Refuses LEADERBOARD_NOT_FOUND, VERSION_CONFLICT, WINDOW_DEFINITION_NOT_FOUND, TOO_MANY_WINDOWS, LEDGER_INCOMPLETE,
     * OUT_OF_RANGE.
     */
    public FilledWindows fill(int app, FillWindows asked, Instant now) {
        prepare(leaderboards.byKey(app, asked.leaderboard()).orElseThrow(Filling::unknownLeaderboard), asked, now);
        return sql.inTransaction(() -> {
            Leaderboard board =
                    leaderboards.lockByKeys(app, Set.of(asked.leaderboard())).get(asked.leaderboard());
            if (board == null) {
                throw unknownLeaderboard();
            }
            Unhurried.make(sql);
            FilledWindows filled = fill(board, asked, now);
            if (asked.dryRun()) {
                sql.rollback();
            }
            return filled;
        });
    }

    /**
     * What others would wait for until the whole is done, or what needs more locks than one transaction should hold: partitions,
     * and windows that others may be about to open. Those that take nothing more are left: opened and still empty they would be
     * final at once. So are seasons, which somebody starts.
     */
    private void prepare(Leaderboard board, FillWindows asked, Instant now) {
        List<WindowKey> keys = sql.inTransaction(() -> {
            Unhurried.make(sql);
            return wanted(board, asked, now);
        });
        windows.openSlices(keys, now);
        if (!asked.dryRun() && FillingWindows.definition(board, asked).kind() != WindowKind.SEASON) {
            Instant time = board.time(now);
            windows.open(keys.stream().filter(key -> key.takes(time)).collect(Collectors.toSet()), now);
        }
    }

    private FilledWindows fill(Leaderboard board, FillWindows asked, Instant now) {
        List<WindowKey> keys = wanted(board, asked, now);
        Map<WindowKey, OpenWindow> open = windows.opened(new HashSet<>(keys), now);
        // What cannot be opened, a season that is not started, is left out.
        List<Window> in = keys.stream()
                .map(open::get)
                .filter(Objects::nonNull)
                .map(OpenWindow::window)
                .toList();
        Marked marked = repository.mark(new Targets(
                board,
                FillingWindows.definition(board, asked).ofZone(),
                in.stream().map(Filling::target).toList()));
        Set<Long> marking = Set.copyOf(marked.windows());
        List<Window> taking =
                in.stream().filter(window -> marking.contains(window.id())).toList();
        FillingEntries.Outcome outcome = entries.fill(board, taking);
        if (outcome.entries() > 0 && !asked.dryRun()) {
            outbox.noteAnew(board.id(), now);
        }
        return new FilledWindows(
                taking.size(), marked.submissions(), outcome.entries(), outcome.changes(), asked.dryRun());
    }

    /** The windows that something falls in, of each zone in order of start. */
    private List<WindowKey> wanted(Leaderboard board, FillWindows asked, Instant now) {
        checkVersion(board, asked.version());
        WindowDefinition definition = FillingWindows.definition(board, asked);
        FillingWindows choice = new FillingWindows(board, definition, asked, most);
        List<WindowKey> between = repository
                .moments(board.id(), asked.since())
                .map(choice::between)
                .orElse(List.of());
        List<Target> targets = IntStream.range(0, between.size())
                .mapToObj(n -> target(n, between.get(n)))
                .toList();
        List<WindowKey> hit = repository.hits(new Targets(board, definition.ofZone(), targets)).stream()
                .sorted()
                .map(n -> between.get(n.intValue()))
                .toList();
        return choice.kept(hit, repository.started(board.id(), definition.key()), board.time(now));
    }

    private static Target target(long id, WindowKey key) {
        return new Target(id, key.zone(), key.bounds().startsAt(), key.bounds().endsAt(), key.finalizesAt());
    }

    private static Target target(Window window) {
        return new Target(window.id(), window.zone(), window.startsAt(), window.endsAt(), window.finalizesAt());
    }

    private static void checkVersion(Leaderboard board, int version) {
        if (board.version() != version) {
            throw new RefusedException(
                    ErrorCode.VERSION_CONFLICT,
                    "The leaderboard is at version " + board.version() + " now; read it, and fill that.",
                    "version");
        }
    }

    private static RefusedException unknownLeaderboard() {
        return new RefusedException(
                ErrorCode.LEADERBOARD_NOT_FOUND, "There is no leaderboard of this key.", "leaderboard");
    }

    /**
     * Which windows of which board are to be filled.
     *
     * @param version    the board's that the caller has read
     * @param definition the name of one of several of this kind; null where there is one
     * @param since      only windows that start then or later; null is all
     * @param until      only windows that start before; null is all
     * @param dryRun     whether it shall only be told what that would change
     */
    @Introspected
    public record FillWindows(
            String leaderboard,
            int version,
            @Nullable String windowDefinitionKey,
            @Nullable Instant since,
            @Nullable Instant until,
            boolean dryRun) {}

    /**
     * What filling came to.
     *
     * @param windows     how many took submissions that they had not
     * @param submissions how many count in windows in which they had not
     * @param entries     how many came, changed or went
     * @param changes     the first of these
     * @param dryRun      whether that is only what would be, and nothing was stored
     */
    public record FilledWindows(int windows, int submissions, int entries, List<FillChange> changes, boolean dryRun) {}

    /**
     * What becomes of one entry. The window is told by its name: after a dry run there may be none.
     *
     * @param startsAt      first moment of the window; null is since ever
     * @param previousScore fixed-point; null where there was no entry
     * @param score         fixed-point; null where there is none any more
     * @param previousRank  RANK() before; null where there was no entry
     * @param rank          RANK() afterwards; null where there is no entry any more
     */
    public record FillChange(
            int leaderboardId,
            String window,
            ZoneId zone,
            @Nullable Instant startsAt,
            Group group,
            long participantId,
            @Nullable Long previousScore,
            @Nullable Long score,
            @Nullable Integer previousRank,
            @Nullable Integer rank,
            ScoreFormat scores) {}
}
