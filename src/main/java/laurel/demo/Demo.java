package laurel.demo;

import io.micronaut.context.annotation.Property;
import io.micronaut.context.event.StartupEvent;
import io.micronaut.runtime.event.annotation.EventListener;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import laurel.Serving;
import laurel.database.sql.Json;
import laurel.leaderboard.Grouping;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.LeaderboardDefinition;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.SortOrder;
import laurel.leaderboard.TieRule;
import laurel.leaderboard.UpdateMode;
import laurel.leaderboard.Visibility;
import laurel.leaderboard.WindowDefinition;
import laurel.leaderboard.WindowKind;
import laurel.request.AppSource;
import laurel.request.RefusedException;
import laurel.score.submission.Scores;
import laurel.score.submission.SubmissionResult.RefusedSubmission;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the demo before the first request is served, if {@code laurel.demo} is true. The default is true with the
 * embedded database, and false with an external one.
 */
@Singleton
@Serving
public class Demo {
    /** Key of the demo's leaderboard. */
    public static final String BOARD = "drivers";

    private static final Logger LOG = LoggerFactory.getLogger(Demo.class);

    private final Leaderboards leaderboards;
    private final Scores scores;
    private final Clock clock;
    private final boolean enabled;

    Demo(
            Leaderboards leaderboards,
            Scores scores,
            Clock clock,
            @Nullable @Property(name = "laurel.demo") Boolean enabled,
            @Nullable @Property(name = "laurel.database.url") String database) {
        this.enabled = enabled == null ? database == null || database.isBlank() : enabled;
        this.leaderboards = leaderboards;
        this.scores = scores;
        this.clock = clock;
    }

    @EventListener
    void onStart(StartupEvent event) {
        if (enabled) {
            load();
        }
    }

    /** Whether this service has a demo. */
    boolean isEnabled() {
        return enabled;
    }

    /** Submits the rounds that are missing from the leaderboard. Idempotent. */
    public void load() {
        Leaderboard board = leaderboards.byKey(AppSource.DEFAULT_APP, BOARD).orElseGet(this::create);
        if (board.clock() != LeaderboardClock.SUBMISSIONS) {
            return; // An operator's own leaderboard with this key.
        }
        Instant reached = board.clockAt() == null ? Instant.EPOCH : board.clockAt();
        SortedMap<Instant, List<RaceResult>> rounds = RaceResult.rounds().tailMap(reached.plusNanos(1));
        if (!rounds.isEmpty()) {
            LOG.info("Loading the demo: {} Formula One races", rounds.size());
            rounds.values().forEach(round -> submit(board, round));
        }
    }

    private Leaderboard create() {
        try {
            return leaderboards.create(
                    AppSource.DEFAULT_APP,
                    BOARD,
                    definition("Formula One drivers", "Points of every driver in the seasons 2010 to 2019."),
                    clock.instant());
        } catch (RefusedException e) {
            // Another node created it, or else the refusal is the reason.
            return leaderboards.byKey(AppSource.DEFAULT_APP, BOARD).orElseThrow(() -> e);
        }
    }

    private void submit(Leaderboard board, List<RaceResult> round) {
        submit(scores, board, round, clock.instant());
    }

    /** Submits one round in one transaction. */
    static void submit(Scores scores, Leaderboard board, List<RaceResult> round, Instant now) {
        var submissions = round.stream().map(result -> result.submission(board)).toList();
        for (var result : scores.submit(AppSource.DEFAULT_APP, submissions, Set.of(), now)) {
            if (result instanceof RefusedSubmission refused) {
                throw new IllegalStateException("the demo was rejected: " + refused.refusal());
            }
        }
    }

    /** The definition of a leaderboard of the demo. */
    static LeaderboardDefinition definition(String name, String description) {
        return new LeaderboardDefinition(
                name,
                description + " Derived from F1DB, CC BY 4.0.",
                new Json("{\"source\": \"F1DB, https://github.com/f1db/f1db, CC BY 4.0\"}"),
                List.of("DRIVER"),
                SortOrder.DESCENDING,
                UpdateMode.INCREMENT,
                1,
                0L,
                null,
                TieRule.EARLIEST,
                ZoneId.of("UTC"),
                null,
                List.of(Grouping.EVERYONE, new Grouping(List.of("constructor")), new Grouping(List.of("nationality"))),
                List.of(new WindowDefinition(WindowKind.YEARLY)),
                LeaderboardClock.SUBMISSIONS,
                Visibility.PUBLIC,
                LeaderboardDefinition.DEFAULT_GRACE_PERIOD,
                List.of(),
                null,
                List.of(),
                false,
                null,
                null);
    }
}
