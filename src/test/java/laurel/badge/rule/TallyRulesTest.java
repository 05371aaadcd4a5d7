package laurel.badge.rule;

import static java.util.Objects.requireNonNull;
import static laurel.activity.ActivityClient.event;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.activity.ActivityClient;
import laurel.badge.Badge;
import laurel.badge.BadgeClient;
import laurel.badge.Badges;
import laurel.badge.award.EarnedBadge;
import laurel.database.sql.Sql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rules that count many days are evaluated in the background, rules that count few days immediately. */
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
        assertThat(dueCount()).isZero();
        server = service.inNewApp();
    }

    @Test
    void awardsSameBadgesInBackgroundAsImmediately() {
        LaurelServer other = LaurelServer.shared(new TickingClock(NOW));
        try (other) {
            BadgeClient background = badges(server);
            BadgeClient immediate = badges(other);
            for (List<Map<String, Object>> batch : batches()) {
                new ActivityClient(server.client()).recordAll(batch);
                new ActivityClient(other.client()).recordAll(batch);
            }
            assertThat(dueCount()).isPositive();
            assertThat(background.holders("month"))
                    .hasSizeLessThan(immediate.holders("month").size());
            server.drainActivity();
            assertThat(dueCount()).isZero();
            assertThat(background.holders("month"))
                    .isEqualTo(immediate.holders("month"))
                    .isNotEmpty();
            assertThat(background.holders("day"))
                    .isEqualTo(immediate.holders("day"))
                    .isNotEmpty();
            assertThat(participants(background.holders("sociable")))
                    .isEqualTo(participants(immediate.holders("sociable")))
                    .isNotEmpty();
        }
    }

    @Test
    void ignoresBadgesCreatedLater() {
        BadgeClient badges = badges(server);
        batches().forEach(new ActivityClient(server.client())::recordAll);
        badges.createBadge("late", COUNTER + "minCount: 1, dayCount: 30}", "");
        server.drainActivity();
        assertThat(badges.holders("month")).isNotEmpty();
        assertThat(badges.holders("late")).isEmpty();
    }

    @Test
    void backfillsAllDaysInPortionsUpToLimit() {
        BadgeClient badges = badges(server);
        batches().forEach(new ActivityClient(server.client())::recordAll);
        server.drainActivity();
        badges.createBadge("year", COUNTER + "minCount: 1, dayCount: 366}", EACH);
        List<EarnedBadge> all = earned(service, 2_000 / 366);
        try (LaurelServer small =
                LaurelServer.on(service.database(), new TickingClock(NOW), Map.of("laurel.limits.badge-days", 1))) {
            assertThat(earned(small, 1)).isEqualTo(all);
        }
        assertThat(badges.preview("badgeKey: \"year\"").at("complete")).isEqualTo(true);
        assertThat(badges.backfill("year").at("awardedCount")).isEqualTo(all.size());
    }

    /** What portions of the badge {@code year} have earned, each of which reads at most this number of days. */
    private List<EarnedBadge> earned(LaurelServer node, int limit) {
        return node.bean(Sql.class).connected(() -> {
            Badge year = requireNonNull(node.bean(Badges.class)
                    .byKeys(server.appId(), Set.of("year"))
                    .get("year"));
            List<EarnedBadge> earned = new ArrayList<>();
            RuleSource.PortionEnd end = null;
            do {
                RuleSource.Portion portion = node.bean(BackfillSource.class).portion(year, end, NOW);
                assertThat(portion.readCount()).isBetween(0, limit);
                earned.addAll(portion.earned());
                end = portion.next();
            } while (end != null);
            assertThat(earned).hasSizeGreaterThan(100);
            return earned;
        });
    }

    private static BadgeClient badges(LaurelServer server) {
        BadgeClient badges = new BadgeClient(server);
        badges.graphQL()
                .ask("mutation { installSocialPolicy(input: {}) { scoringPolicy { key } } }")
                .text("data", "installSocialPolicy", "scoringPolicy", "key");
        badges.createBadge("day", COUNTER + "minCount: 2, dayCount: 1}", EACH);
        badges.createBadge("month", COUNTER + "minCount: 6, dayCount: 30}", EACH);
        badges.createBadge("sociable", "peers: {scoringPolicyKey: \"social\", minPeerCount: 5, dayCount: 40}", "");
        return badges;
    }

    /** Batches of random events in random order. */
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

    private static List<String> participants(List<String> holders) {
        return holders.stream()
                .map(holder -> holder.substring(0, holder.indexOf(' ')))
                .distinct()
                .toList();
    }

    /** Number of participants' days of all apps that the background has left. */
    private static long dueCount() {
        return service.bean(Sql.class)
                .connected(() -> service.bean(TallyRules.class).size(Integer.MAX_VALUE));
    }
}
