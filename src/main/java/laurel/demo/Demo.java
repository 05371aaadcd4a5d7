package laurel.demo;

import static java.util.Map.entry;

import io.micronaut.context.annotation.Property;
import io.micronaut.context.event.StartupEvent;
import io.micronaut.runtime.event.annotation.EventListener;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import laurel.Serving;
import laurel.database.sql.Json;
import laurel.graphql.Input;
import laurel.graphql.RequestContext;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardClock;
import laurel.leaderboard.Leaderboards;
import laurel.leaderboard.UpdateMode;
import laurel.leaderboard.WindowKind;
import laurel.leaderboard.graphql.LeaderboardInput;
import laurel.request.RefusedException;
import laurel.score.submission.Scores;
import laurel.score.submission.SubmissionResult.Refused;
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
    private final boolean wanted;

    Demo(
            Leaderboards leaderboards,
            Scores scores,
            Clock clock,
            @Nullable @Property(name = "laurel.demo") Boolean wanted,
            @Nullable @Property(name = "laurel.database.url") String database) {
        this.wanted = wanted == null ? database == null || database.isBlank() : wanted;
        this.leaderboards = leaderboards;
        this.scores = scores;
        this.clock = clock;
    }

    @EventListener
    void onStart(StartupEvent event) {
        if (wanted) {
            load();
        }
    }

    /** Submits the rounds that are missing from the leaderboard. Idempotent. */
    public void load() {
        Leaderboard board =
                leaderboards.byKey(RequestContext.DEFAULT_APP, BOARD).orElseGet(this::create);
        if (board.clock() != LeaderboardClock.SUBMISSIONS) {
            return; // An operator's own leaderboard with this key.
        }
        Instant reached = board.clockAt() == null ? Instant.EPOCH : board.clockAt();
        TreeMap<Instant, List<RaceResult>> rounds = RaceResult.all().stream()
                .filter(result -> result.achievedAt().isAfter(reached))
                .collect(Collectors.groupingBy(RaceResult::achievedAt, TreeMap::new, Collectors.toList()));
        if (!rounds.isEmpty()) {
            LOG.info("Loading the demo: {} Formula One races", rounds.size());
            rounds.values().forEach(round -> submit(board, round));
        }
    }

    private Leaderboard create() {
        try {
            return leaderboards.create(RequestContext.DEFAULT_APP, definition(), clock.instant());
        } catch (RefusedException e) {
            // Another node created it, or else the refusal is the reason.
            return leaderboards.byKey(RequestContext.DEFAULT_APP, BOARD).orElseThrow(() -> e);
        }
    }

    /** Submits one round in one transaction. */
    private void submit(Leaderboard board, List<RaceResult> round) {
        var submissions = round.stream().map(result -> result.submission(board)).toList();
        for (var result : scores.submit(RequestContext.DEFAULT_APP, submissions, Set.of(), clock.instant())) {
            if (result instanceof Refused refused) {
                throw new IllegalStateException("the demo was refused: " + refused.refusal());
            }
        }
    }

    private static LeaderboardInput definition() {
        return new LeaderboardInput(new Input(Map.ofEntries(
                entry("key", BOARD),
                entry("name", "Formula One drivers"),
                entry(
                        "description",
                        "Points of every driver in the seasons 2010 to 2019. Derived from F1DB, CC BY 4.0."),
                entry("metadata", new Json("{\"source\": \"F1DB, https://github.com/f1db/f1db, CC BY 4.0\"}")),
                entry("entityTypes", List.of("DRIVER")),
                entry("updateMode", UpdateMode.INCREMENT.name()),
                entry("decimals", 1),
                entry("minScore", "0"),
                entry("groupings", List.of(List.of(), List.of("constructor"), List.of("nationality"))),
                entry("windowDefinitions", List.of(Map.of("kind", WindowKind.YEARLY.name()))),
                entry("clock", LeaderboardClock.SUBMISSIONS.name()))));
    }
}
