package laurel.badge.rule;

import static laurel.activity.ActivityClient.event;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.activity.ActivityClient;
import laurel.badge.BadgeClient;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Badges that count many days are awarded in the background, those that count few at once. */
class TallyRulesTest {
    private static final Instant NOW = Instant.parse("2025-08-20T12:00:00Z");
    private static final LocalDate FIRST = LocalDate.parse("2025-06-01");
    private static final int DAYS = 60;
    private static final String EACH = ", recurrence: EACH_PERIOD";
    private static final String COUNTER = "counter: {scoringPolicyKey: \"social\", counterName: \"dm_sent\", ";

    private static LaurelServer service;
    private LaurelServer server;

    @BeforeAll
    static void start() {
        service = LaurelServer.start(new TickingClock(NOW), Map.of("laurel.limits.badge-days", 2_000));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void inNewApp() {
        assertThat(due()).isZero();
        server = service.inNewApp();
    }

    @Test
    void awardsInBackgroundTheSameAsAtOnce() {
        LaurelServer other = LaurelServer.shared(new TickingClock(NOW));
        try (other) {
            BadgeClient later = defined(server);
            BadgeClient atOnce = defined(other);
            for (List<Map<String, Object>> batch : batches()) {
                new ActivityClient(server.client()).accepted(batch);
                new ActivityClient(other.client()).accepted(batch);
            }
            assertThat(due()).isPositive();
            assertThat(later.holders("month"))
                    .hasSizeLessThan(atOnce.holders("month").size());
            server.drainActivity();
            assertThat(due()).isZero();
            assertThat(later.holders("month"))
                    .isEqualTo(atOnce.holders("month"))
                    .isNotEmpty();
            assertThat(later.holders("day")).isEqualTo(atOnce.holders("day")).isNotEmpty();
            assertThat(who(later.holders("met")))
                    .isEqualTo(who(atOnce.holders("met")))
                    .isNotEmpty();
        }
    }

    @Test
    void ignoresBadgesCreatedLater() {
        BadgeClient badges = defined(server);
        batches().forEach(new ActivityClient(server.client())::accepted);
        badges.badge("late", COUNTER + "minCount: 1, dayCount: 30}", "");
        server.drainActivity();
        assertThat(badges.holders("month")).isNotEmpty();
        assertThat(badges.holders("late")).isEmpty();
    }

    private static BadgeClient defined(LaurelServer server) {
        BadgeClient badges = new BadgeClient(server);
        badges.graphQL()
                .ask("mutation { installSocialPolicy(input: {}) { scoringPolicy { key } } }")
                .text("data", "installSocialPolicy", "scoringPolicy", "key");
        badges.badge("day", COUNTER + "minCount: 2, dayCount: 1}", EACH);
        badges.badge("month", COUNTER + "minCount: 6, dayCount: 30}", EACH);
        badges.badge("met", "peers: {scoringPolicyKey: \"social\", minPeerCount: 5, dayCount: 40}", "");
        return badges;
    }

    /** In no order. */
    private static List<List<Map<String, Object>>> batches() {
        Random random = new Random(20_250_820);
        List<List<Map<String, Object>>> batches = new ArrayList<>();
        int events = 0;
        for (int batch = 0; batch < 10; batch++) {
            List<Map<String, Object>> one = new ArrayList<>();
            for (int n = 0; n < 8; n++) {
                int actor = random.nextInt(6);
                int peer = (actor + 1 + random.nextInt(5)) % 6;
                Instant at = Instant.parse(FIRST.plusDays(random.nextInt(DAYS)) + "T00:00:00Z");
                one.add(event(
                        "e" + events++,
                        "dm.sent",
                        "p" + actor,
                        "p" + peer,
                        at.plusSeconds(random.nextInt(86_400)).toString()));
            }
            batches.add(one);
        }
        return batches;
    }

    private static List<String> who(List<String> holders) {
        return holders.stream()
                .map(holder -> holder.substring(0, holder.indexOf(' ')))
                .distinct()
                .toList();
    }

    /** In every app. */
    private static long due() {
        return service.bean(Sql.class)
                .connected(() -> service.bean(TallyRules.class).left(Integer.MAX_VALUE));
    }
}
