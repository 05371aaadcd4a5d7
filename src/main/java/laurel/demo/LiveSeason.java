package laurel.demo;

import io.micronaut.context.annotation.Value;
import io.micronaut.core.util.SupplierUtil;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Supplier;
import laurel.Periodic;
import laurel.Serving;
import laurel.database.sql.Sql;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.LeaderboardDefinition;
import laurel.leaderboard.Leaderboards;
import laurel.request.AppSource;
import laurel.request.RefusedException;
import laurel.score.submission.Scores;

/**
 * Replays the races of ten seasons one by one, so that the standings of the leaderboard {@code live-season} move.
 *
 * <p>The time since the leaderboard was created determines which races have taken place, so it continues after a restart, and on
 * any node. One node at a time replays. After the last race and a pause, it deletes the leaderboard with its submissions and
 * creates it again, so the ledger does not grow beyond the results of ten seasons. Subscriptions to the leaderboard complete
 * then.
 */
@Singleton
@Serving
public class LiveSeason {
    /** Key of the leaderboard. */
    public static final String BOARD = "live-season";

    /** The pause after the last race, in races. */
    private static final int PAUSE = 8;

    private static final LeaderboardDefinition DEFINITION = Demo.definition(
            "Formula One, live",
            "Points of every driver, while the races of the seasons 2010 to 2019 are replayed one by one.");

    private final Demo demo;
    private final Sql sql;
    private final ReplayRepository repository;
    private final Leaderboards leaderboards;
    private final Scores scores;
    private final Clock clock;
    private final Duration raceTime;
    /** Read when they are first needed: most services have no demo. */
    private final Supplier<SortedMap<Instant, List<RaceResult>>> rounds = SupplierUtil.memoized(RaceResult::rounds);

    /** @param raceTime time between two races */
    LiveSeason(
            Demo demo,
            Sql sql,
            ReplayRepository repository,
            Leaderboards leaderboards,
            Scores scores,
            Clock clock,
            @Value("${laurel.demo-race-time:15s}") Duration raceTime) {
        this.demo = demo;
        this.sql = sql;
        this.repository = repository;
        this.leaderboards = leaderboards;
        this.scores = scores;
        this.clock = clock;
        this.raceTime = raceTime;
    }

    @Periodic(value = "replay a season of the demo", every = "1s")
    void run() {
        if (demo.isEnabled()) {
            replay(clock.instant());
        }
    }

    /** Submits the races that have taken place and are missing from the leaderboard. Does nothing while another node does it. */
    public void replay(Instant now) {
        // Not in a transaction, because each race is one.
        sql.useConnected(() -> {
            if (repository.claim()) {
                try {
                    replay(leaderboards.byKey(AppSource.DEFAULT_APP, BOARD).orElseGet(() -> create(now)), now);
                } finally {
                    repository.release();
                }
            }
        });
    }

    private void replay(Leaderboard board, Instant now) {
        if (board.archivedAt() != null
                || board.clock() != LeaderboardClock.SUBMISSIONS
                || !board.definition().metadata().equals(DEFINITION.metadata())) {
            return; // An operator has archived it, or it is the operator's own leaderboard with this key.
        }
        long raced = Math.max(0, Duration.between(board.createdAt(), now).dividedBy(raceTime)) + 1;
        if (raced > rounds.get().size() + PAUSE) {
            leaderboards.delete(AppSource.DEFAULT_APP, BOARD, null, now);
            replay(create(now), now);
            return;
        }
        Instant reached = board.clockAt() == null ? Instant.EPOCH : board.clockAt();
        rounds.get().entrySet().stream()
                .limit(raced)
                .filter(round -> round.getKey().isAfter(reached))
                .forEach(round -> Demo.submit(scores, board, round.getValue(), now));
    }

    private Leaderboard create(Instant now) {
        try {
            return leaderboards.create(AppSource.DEFAULT_APP, BOARD, DEFINITION, now);
        } catch (RefusedException e) {
            // A client has created it, or else the refusal is the reason.
            return leaderboards.byKey(AppSource.DEFAULT_APP, BOARD).orElseThrow(() -> e);
        }
    }
}
