package laurel.window;

import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import laurel.Periodic;
import laurel.Serving;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.Leaderboards;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the current and next windows ahead of time, once a minute on every node. The first node opens them; the others find
 * them open.
 */
@Singleton
@Serving
public class WindowOpener {
    private static final Logger LOG = LoggerFactory.getLogger(WindowOpener.class);
    /** Leaderboards read at once, so that memory use does not grow with their number. */
    private static final int PAGE = 500;

    private final Leaderboards leaderboards;
    private final Windows windows;
    private final Clock clock;

    WindowOpener(Leaderboards leaderboards, Windows windows, Clock clock) {
        this.leaderboards = leaderboards;
        this.windows = windows;
        this.clock = clock;
    }

    /** If this fails, a submission opens the window that it needs. */
    @Scheduled(fixedDelay = "${laurel.windows.open-every:60s}", initialDelay = "0s")
    @Periodic("open windows ahead of time")
    void run() {
        openAhead(clock.instant());
    }

    /** A failure for one leaderboard does not affect the others. */
    private void open(List<Leaderboard> page, Instant now) {
        try {
            windows.open(RequiredWindows.of(page, now), now);
        } catch (RuntimeException e) {
            LOG.warn("Could not open the windows of {} leaderboards together", page.size(), e);
            page.forEach(board -> openAlone(board, now));
        }
    }

    private void openAlone(Leaderboard board, Instant now) {
        try {
            windows.open(RequiredWindows.of(board, now), now);
        } catch (RuntimeException e) {
            LOG.warn("Could not open the windows of leaderboard {}", board.key(), e);
        }
    }

    /** Opens the current and the next window of each definition of each leaderboard with the SYSTEM clock. */
    public void openAhead(Instant now) {
        int after = 0;
        List<Leaderboard> page;
        do {
            page = leaderboards.onSystemClock(after, PAGE);
            open(page, now);
            after = page.isEmpty() ? after : page.getLast().id();
        } while (page.size() == PAGE);
    }
}
