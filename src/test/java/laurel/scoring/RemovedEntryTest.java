package laurel.scoring;

import static laurel.activity.ActivityClient.event;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.Tries;
import laurel.activity.ActivityClient;
import laurel.lifecycle.Lifecycle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An entry that was removed from a leaderboard of a policy has what the policy has added since, and is never negative. */
@LaurelTest(at = "2025-07-16T12:00:00Z")
class RemovedEntryTest {
    private static final String BOARD = "social";
    private static final String DAY = "2025-07-16";
    private static final Instant NOON = Instant.parse(DAY + "T12:00:00Z");
    private static final String SELECTION =
            "input: {leaderboardKey: \"social\", participant: {external: {externalId: \"ann\"}}";

    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    private ActivityClient activity;
    private PolicyClient policies;
    private int events;

    @BeforeEach
    void start() {
        activity = new ActivityClient(server.client());
        policies = new PolicyClient(server.client());
        policies.installSocial(Map.of()).text("key");
    }

    /** Records messages in rooms, 0.15 points each. */
    private void messages(int count, Instant first, Duration interval) {
        List<Map<String, Object>> messages = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            messages.add(event(
                    "e" + events++,
                    "room.message",
                    "ann",
                    first.plus(interval.multipliedBy(n)).toString()));
        }
        activity.recordAll(messages);
    }

    /** Records 30 messages. A further 30 make a burst of them. */
    private void half(Duration offset) {
        messages(30, NOON.minusSeconds(600).plus(offset), Duration.ofMillis(300));
    }

    private void friend(String who) {
        activity.recordAll(List.of(event("e" + events++, "friendship.accepted", "ann", who, NOON.toString())));
    }

    private Answer change(String mutation, String more) {
        return server.client()
                .ask("mutation { " + mutation + "(" + SELECTION + more
                        + "}) { removals { window { name } reason } changes { score } errors { code } } }")
                .node("data", mutation);
    }

    private @Nullable String score(String window) {
        return policies.windowScores(BOARD, Map.of("definition", window, "at", NOON.toString()))
                .get("ann");
    }

    @Test
    void countsWhatPolicyAddsAfterRemoval() {
        friend("ben");
        change("removeEntry", "");
        assertThat(score("daily")).isNull();

        friend("cleo");

        assertThat(score("daily")).isEqualTo("5.00");
        assertThat(score("all-time")).isEqualTo("5.00");
        change("restoreEntry", "");
        assertThat(score("daily")).isEqualTo("10.00");
    }

    /** A burst takes away what was counted before the removal: the entry does not return. */
    @Test
    void takesEntryAwayAgainIfLessThanNothingRemains() {
        half(Duration.ZERO);
        assertThat(score("daily")).isEqualTo("4.50");
        change("removeEntry", ", windows: [{name: {name: \"" + DAY + "\"}}], reason: \"spam\"");

        half(Duration.ofMillis(1));

        assertThat(score("daily")).isNull();
        assertThat(score("all-time")).isEqualTo("0.00");
        friend("ben");
        assertThat(score("daily")).isEqualTo("5.00");
        assertThat(score("all-time")).isEqualTo("5.00");
    }

    @Test
    void restoresEverythingIncludingWhatWasTakenAway() {
        half(Duration.ZERO);
        change("removeEntry", ", reason: \"spam\"");
        half(Duration.ofMillis(1));
        friend("ben");
        assertThat(score("daily")).isEqualTo("5.00");

        Answer restored = change("restoreEntry", ", windows: [{name: {name: \"" + DAY + "\"}}]");

        assertThat(restored.list("removals"))
                .extracting(removal -> removal.text("window", "name") + " " + removal.text("reason"))
                .containsExactly(DAY + " spam", DAY + " spam");
        assertThat(score("daily")).isEqualTo("5.00");
        assertThat(policies.dayScores("ann", "social", DAY, DAY).getFirst().text("pillars", 0, "submittedScore"))
                .isEqualTo("5.00");
    }

    /** What was added after the removal, less than what the correction takes away, goes too. */
    @Test
    void takesAwayWhatWasAddedSinceIfItIsLess() {
        half(Duration.ZERO);
        change("removeEntry", "");
        messages(2, NOON.minusSeconds(60), Duration.ofSeconds(10));
        assertThat(score("daily")).isEqualTo("0.30");
        Instant before = clock.instant();
        clock.advance(Duration.ofMinutes(1));

        half(Duration.ofMillis(1));

        assertThat(score("daily")).isNull();
        assertThat(derived(clock.instant())).isNull();
        assertThat(derived(before)).isEqualTo("0.30");
        friend("ben");
        assertThat(derived(clock.instant())).isEqualTo("5.00");
        change("restoreEntry", "");
        assertThat(score("daily")).isEqualTo("5.30");
    }

    /** For 7 days a window might still accept submissions, if its grace period were longer. */
    @ParameterizedTest
    @ValueSource(strings = {"2025-07-17T00:05:00Z", "2025-07-24T12:00:00Z"})
    void takesEntryAwayFromFinalWindow(String later) {
        half(Duration.ZERO);
        friend("ben");
        clock.set(Instant.parse(later));
        server.bean(Lifecycle.class).run(clock.instant());
        change("removeEntry", ", windows: [{name: {name: \"" + DAY + "\"}}]");

        half(Duration.ofMillis(1));

        assertThat(score("daily")).isNull();
        assertThat(score("weekly")).isEqualTo("5.00");
    }

    /** In any order of steps, the ledger has the same entry, and it is not negative. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void isNeverNegativeAndEqualToDerivation(int seed) {
        Random random = new Random(seed);
        for (int step = 0; step < Tries.of(24, 40); step++) {
            clock.advance(Duration.ofSeconds(1));
            change(random, step);
            String score = score("daily");
            assertThat(derived(clock.instant()))
                    .as("step %d of seed %d", step, seed)
                    .isEqualTo(score);
            assertThat(score == null || new BigDecimal(score).signum() >= 0).isTrue();
        }
    }

    private void change(Random random, int step) {
        switch (random.nextInt(6)) {
            case 0 -> friend("friend-" + step);
            case 1 -> messages(2, NOON.minusSeconds(random.nextInt(30)), Duration.ofSeconds(10));
            case 2 -> change("removeEntry", "");
            case 3 -> change("removeEntry", ", windows: [{name: {name: \"" + DAY + "\"}}]");
            case 4 -> change("restoreEntry", "");
            default -> half(Duration.ofMinutes(-random.nextInt(4)).plusMillis(step));
        }
    }

    /** The ledger has the same entries, and those of each earlier moment. */
    private @Nullable String derived(Instant moment) {
        return server
                .client()
                .ask("{ leaderboard(key: \"social\") { ranking(window: {name: {name: \"" + DAY + "\"}}) { asOf(time: \""
                        + moment + "\") { standings { nodes { score participant { externalId } } } } } } }")
                .list("data", "leaderboard", "ranking", "asOf", "standings", "nodes")
                .stream()
                .filter(node -> "ann".equals(node.at("participant", "externalId")))
                .map(node -> node.text("score"))
                .findFirst()
                .orElse(null);
    }
}
