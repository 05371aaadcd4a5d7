package laurel;

import static laurel.Setting.count;
import static laurel.Setting.flag;
import static laurel.Setting.text;
import static laurel.Setting.time;
import static laurel.Setting.whole;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Every setting there is, with its default and its range. What reads a setting repeats the default; a test
 * compares them.
 */
final class Settings {
    private static final int MOST_CONNECTIONS = 1000;
    private static final int MOST_PORTS = 65_535;

    /** Properties that the build and the program itself set. */
    static final Set<String> INTERNAL = Set.of("laurel.home", Serving.COMMAND, "laurel.tests");

    /** Variables that only the tests read. */
    static final String OF_THE_TESTS = "LAUREL_TEST_";

    static final List<Setting> ALL = List.of(
            text("laurel.database.url"),
            text("laurel.database.user"),
            text("laurel.database.password"),
            whole("laurel.database.pool-size", 16, 1, MOST_CONNECTIONS),
            whole("laurel.database.spare-connections", 30, 10, MOST_CONNECTIONS),
            text("laurel.data-directory", "laurel-data"),
            text("laurel.keys"),
            flag("laurel.demo"),
            text("laurel.cors.allowed-origins", ""),
            flag("laurel.background", "true"),
            time("laurel.stop.delay", "0s", Duration.ZERO),
            time("laurel.stop.within", "15s", Duration.ZERO),
            time("laurel.clock.tolerance", "5s", Duration.ofMillis(100)),
            time("laurel.clock.every", "1s"),
            time("laurel.windows.open-every", "60s"),
            whole("laurel.ledger.keep-months", 0, 0, 12_000),
            time("laurel.signals.poll", "2s"),
            time("laurel.outbox.keep", "24h", Duration.ofHours(1)),
            whole("laurel.outbox.most-shifts", 10_000, 0, Integer.MAX_VALUE),
            time("laurel.lifecycle.every", "1s"),
            time("laurel.lifecycle.tidy-every", "60s"),
            time("laurel.lifecycle.drop-after", "60s", Duration.ZERO),
            time("laurel.live.tick", "250ms", Duration.ofMillis(10)),
            time("laurel.live.init", "10s"),
            time("laurel.live.ping", "20s"),
            time("laurel.live.stall", "30s"),
            time("laurel.live.look-every", "1s"),
            time("laurel.sweep.every", "60s"),
            count("laurel.sweep.part", 5_000),
            whole("laurel.rankindex.threshold", 512, 0, 100_000),
            whole("laurel.rankindex.leaf-size", 16, 1, 1_000),
            whole("laurel.rankindex.fanout", 64, 2, 1_000),
            text("laurel.webhooks.allowed-hosts"),
            time("laurel.webhooks.every", "1s"),
            time("laurel.webhooks.look-every", "10s"),
            time("laurel.webhooks.timeout", "10s"),
            whole("laurel.webhooks.lanes", 64, 1, 10_000),
            time("laurel.webhooks.pause-after", "2d"),
            time("laurel.webhooks.keep", "7d"),
            text("laurel.streams.redis"),
            text("laurel.streams.mapping", "social"),
            whole("laurel.streams.batch", 100, 1, 10_000),
            time("laurel.streams.every", "200ms"),
            time("laurel.streams.idle", "60s"),
            count("laurel.streams.attempts", 10),
            time("laurel.streams.look-every", "5s"),
            time("laurel.badges.every", "1s"),
            time("laurel.badges.look-every", "10s"),
            time("laurel.badges.hold", "24h", Duration.ZERO),
            time("laurel.activity.every", "1s"),
            time("laurel.jobs.every", "1s"),
            time("laurel.jobs.keep", "7d"),
            count("laurel.activity.part", 200),
            count("laurel.limits.batch", 1_000),
            count("laurel.limits.waiting-submissions", 10_000),
            count("laurel.limits.waiting-activity", 10_000),
            time("laurel.limits.late-activity", "400d"),
            count("laurel.limits.watched", 100),
            count("laurel.limits.connections", 20_000),
            count("laurel.limits.subscriptions", 100),
            count("laurel.limits.message", 131_072),
            count("laurel.limits.buffer", 262_144),
            count("laurel.limits.page", 1_000),
            count("laurel.limits.moments", 4),
            count("laurel.limits.fill-windows", 10_000),
            count("laurel.limits.streaks", 20),
            count("laurel.limits.amnesty", 10_000),
            count("laurel.limits.webhooks", 20),
            count("laurel.limits.dead-letters", 10_000),
            count("laurel.limits.badges", 200),
            count("laurel.limits.jobs", 100),
            count("laurel.limits.badge-days", 50_000),
            count("laurel.limits.backfill", 10_000),
            time("laurel.limits.idempotency", "24h"),
            count("laurel.limits.policies", 10),
            count("laurel.limits.rescored-at-once", 200),
            count("laurel.limits.trial", 200_000),
            count("laurel.limits.query-characters", 65_536),
            count("laurel.limits.query-tokens", 10_000),
            count("laurel.limits.depth", 16),
            count("laurel.limits.fields", 1_000),
            count("laurel.limits.selections", 10_000),
            count("laurel.limits.nodes", 200_000),
            count("laurel.limits.cached-query-characters", 1_000_000),
            count("laurel.limits.answer-bytes", 16_777_216),
            whole("laurel.limits.large-answers", 0, 0, 1_000),
            time("laurel.limits.time", "10s"),
            time("laurel.limits.receive-time", "30s"),
            time("laurel.limits.send-time", "60s"),
            text("micronaut.server.host", "127.0.0.1"),
            whole("micronaut.server.port", 8080, -1, MOST_PORTS));

    private Settings() {}
}
