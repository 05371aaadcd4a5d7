package laurel.window;

import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import laurel.Periodic;
import laurel.Serving;
import laurel.database.connection.ConnectedServer;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import laurel.window.WindowRepository.BoardVersion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the current and next windows ahead of time, once a minute on every node. The first node opens them; the others find
 * them open. A pass reads only the versions of leaderboards, and in full those that the previous pass has not found open
 * ({@link OpenedBoards}).
 */
@Singleton
@Serving
public class WindowOpener {
    private static final Logger LOG = LoggerFactory.getLogger(WindowOpener.class);
    /** Leaderboards read at once, so that memory use does not grow with their number. */
    private static final int PAGE = 500;

    private final Leaderboards leaderboards;
    private final Windows windows;
    private final WindowRepository repository;
    private final Clock clock;
    private final ConnectedServer server;
    /** As the last pass found them. */
    private volatile OpenedBoards opened;

    WindowOpener(
            Leaderboards leaderboards,
            Windows windows,
            WindowRepository repository,
            Clock clock,
            ConnectedServer server) {
        this.leaderboards = leaderboards;
        this.windows = windows;
        this.repository = repository;
        this.clock = clock;
        this.server = server;
        this.opened = new OpenedBoards(server.current(), Instant.MIN);
    }

    /** If this fails, a submission opens the window that it needs. */
    @Periodic(value = "open windows ahead of time", every = "laurel.windows.open-every:60s", first = "0s")
    void run() {
        openAhead(clock.instant());
    }

    /** Opens the current and the next window of each definition of each leaderboard with the SYSTEM clock. */
    public void openAhead(Instant now) {
        OpenedBoards before = opened;
        OpenedBoards found = new OpenedBoards(server.current(), now);
        read(found.addFrom(before, repository.onSystemClock()), boards -> open(boards, found));
        opened = found;
    }

    /** Returns the names of the slices of the windows that are required at an instant and were not opened by the last pass. */
    public Set<String> unopenedSlices(Instant now) {
        Set<String> slices = new HashSet<>();
        read(opened.unopened(now), boards -> slices.addAll(RequiredWindows.slices(boards, now)));
        return slices;
    }

    private void read(List<Integer> ids, Consumer<List<Leaderboard>> use) {
        for (int from = 0; from < ids.size(); from += PAGE) {
            use.accept(leaderboards.onSystemClock(ids.subList(from, Math.min(from + PAGE, ids.size()))));
        }
    }

    /** A failure for one leaderboard does not affect the others. */
    private void open(List<Leaderboard> boards, OpenedBoards found) {
        try {
            windows.open(RequiredWindows.of(boards, found.at), found.at);
            boards.forEach(found::addOpened);
        } catch (RuntimeException e) {
            LOG.warn("Could not open the windows of {} leaderboards together", boards.size(), e);
            boards.forEach(board -> openAlone(board, found));
        }
    }

    private void openAlone(Leaderboard board, OpenedBoards found) {
        try {
            windows.open(RequiredWindows.of(board, found.at), found.at);
            found.addOpened(board);
        } catch (RuntimeException e) {
            LOG.warn("Could not open the windows of leaderboard {}", board.key(), e);
            found.addUnopened(board);
        }
    }

    /**
     * The leaderboards that a pass has found, and until when the windows that they require are open. This is valid from the time
     * of the pass on, while the database has the same server ({@link ConnectedServer}): windows are deleted only with a new version
     * of their leaderboard. Each pass makes its own, so that deleted and archived leaderboards are forgotten.
     */
    private static final class OpenedBoards {
        private final String server;
        private final Instant at;
        private final Map<Integer, Opened> boards = new HashMap<>();

        /** @param until its required windows are open before then; the time of the pass if they are not */
        private record Opened(int version, Instant until) {
            boolean openAt(Instant instant) {
                return instant.isBefore(until);
            }
        }

        /**
         * @param server identifies the server, as it was before the pass
         * @param at     time of the pass
         */
        OpenedBoards(String server, Instant at) {
            this.server = server;
            this.at = at;
        }

        /** Adds those of all leaderboards whose windows are open since an earlier pass, and returns the IDs of the others. */
        List<Integer> addFrom(OpenedBoards before, List<BoardVersion> all) {
            boolean valid = before.server.equals(server) && !at.isBefore(before.at);
            List<Integer> others = new ArrayList<>();
            for (BoardVersion board : all) {
                Opened known = valid ? before.boards.get(board.id()) : null;
                if (known != null && known.version == board.version() && known.openAt(at)) {
                    boards.put(board.id(), known);
                } else {
                    others.add(board.id());
                }
            }
            return others;
        }

        /** Adds a leaderboard whose windows were opened by the pass. */
        void addOpened(Leaderboard board) {
            boards.put(board.id(), new Opened(board.version(), RequiredWindows.until(board, at)));
        }

        /** Adds a leaderboard whose windows could not be opened. */
        void addUnopened(Leaderboard board) {
            boards.put(board.id(), new Opened(board.version(), at));
        }

        /** Returns the IDs of the leaderboards whose windows are not open, or that require others at an instant. */
        List<Integer> unopened(Instant instant) {
            return boards.entrySet().stream()
                    .filter(board -> !board.getValue().openAt(instant))
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }
}
