package laurel;

import static laurel.Setting.count;
import static laurel.Setting.flag;
import static laurel.Setting.number;
import static laurel.Setting.text;
import static laurel.Setting.time;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All settings, with their defaults, ranges and descriptions. The code that reads a setting repeats its default; a test
 * compares them, and {@code src/docs/settings.md} is generated from this list.
 */
final class Settings {
    private static final int MAX_CONNECTIONS = 1000;
    private static final int MAX_PORT = 65_535;

    /** Properties that the build and the program itself set. */
    static final Set<String> INTERNAL = Set.of("laurel.home", Serving.COMMAND, "laurel.tests");

    /** Prefix of the variables that only the tests read. */
    static final String TEST_VARIABLES = "LAUREL_TEST_";

    private static final Section DATABASE = new Section(
            "Database",
            text(
                    "laurel.database.url",
                    null,
                    "JDBC URL of a PostgreSQL 15 or newer, such as `jdbc:postgresql://host/database`. If not"
                            + " set, Laurel runs an embedded PostgreSQL 18."),
            text("laurel.database.user", null, "User name for `laurel.database.url`."),
            text("laurel.database.password", null, "Password for `laurel.database.url`."),
            number(
                    "laurel.database.pool-size",
                    16,
                    2,
                    MAX_CONNECTIONS,
                    "Maximum number of database connections of this node."),
            number(
                    "laurel.database.spare-connections",
                    30,
                    10,
                    MAX_CONNECTIONS,
                    "Connections that the embedded PostgreSQL allows in addition to the pool: for migrations,"
                            + " signals between nodes, and psql."),
            text(
                    "laurel.data-directory",
                    "laurel-data",
                    "Directory of the embedded PostgreSQL. Relative to the project for `./mvnw mn:run`,"
                            + " otherwise to the working directory."),
            flag(
                    "laurel.demo",
                    null,
                    "Whether to load the demo leaderboards on the first start. Defaults to true with the"
                            + " embedded database, and to false with another."),
            time("laurel.demo-race-time", "15s", "Time between two races of the demo leaderboard `live-season`."));

    private static final Section NETWORK = new Section(
            "Network and access",
            text("micronaut.server.host", "127.0.0.1", "Address to listen on."),
            number("micronaut.server.port", 8080, -1, MAX_PORT, "Port to listen on. -1 chooses a free one."),
            text(
                    "laurel.keys",
                    null,
                    "API keys of administrators, separated by commas, each of at least 16 characters. `game:<key>`"
                            + " binds a key to the app `game`. If set, requests need a key or a token, except in apps with"
                            + " `anonymousReading`. Required with an external database or a public address."),
            text(
                    "laurel.cors.allowed-origins",
                    "",
                    "Origins of web pages that may call the service, separated by commas, such as"
                            + " `https://play.example`. Required for pages of other origins, and for pages of the same"
                            + " origin behind a proxy that rewrites `Host`. `*` allows every origin, and has no effect"
                            + " without `laurel.keys`."),
            flag(
                    "laurel.graphiql.enabled",
                    "true",
                    "Whether the GraphiQL page is served. If not, `/graphiql` has status 404."),
            text(
                    "laurel.introspection.role",
                    "ANONYMOUS",
                    "Lowest role that may read the schema by introspection: ANONYMOUS, PLAYER, READER, WRITER or"
                            + " ADMIN. NONE turns introspection off. Error: FORBIDDEN."),
            text(
                    "laurel.documents.path",
                    "",
                    "Directory of `.graphql` files, or a manifest of Relay or Apollo: the listed documents, which clients"
                            + " can request by their SHA-256. Read when the service starts."),
            text(
                    "laurel.documents.required-for",
                    "NONE",
                    "Highest role whose callers may run only listed documents: ANONYMOUS, PLAYER, READER, WRITER or"
                            + " ADMIN. It includes all lower roles. Error: FORBIDDEN."),
            time(
                    "laurel.stop.delay",
                    "0s",
                    Duration.ZERO,
                    "Time after SIGTERM during which requests are still accepted, while readiness is DOWN."
                            + " Set it to the time that a load balancer needs to notice."),
            time(
                    "laurel.stop.timeout",
                    "15s",
                    Duration.ZERO,
                    "Time after `laurel.stop.delay` in which requests in flight can finish."));

    private static final Section LIVE = new Section(
            "Live updates",
            time(
                    "laurel.live.tick",
                    "250ms",
                    Duration.ofMillis(10),
                    "Minimum time between two events of a subscription to a ranking. Changes in between are"
                            + " combined."),
            time(
                    "laurel.live.connection-init-time",
                    "10s",
                    "Maximum time from the start of a WebSocket to its `connection_init`."),
            time("laurel.live.ping-every", "20s", "Time without a message from a client after which it is pinged."),
            time(
                    "laurel.live.stall-time",
                    "30s",
                    "Time for which a client may leave its events unread. Then its subscriptions end; after"
                            + " the same time again, its connection is closed."),
            time("laurel.live.check-every", "1s", "How often connections are checked for the three times above."),
            time(
                    "laurel.outbox.retention",
                    "24h",
                    Duration.ofHours(1),
                    "How long after the end of its day (UTC) a change is kept, so that subscriptions can be"
                            + " resumed without gaps."),
            time(
                    "laurel.events.retention",
                    "7d",
                    "How long events ENTRY_ADDED and RANK_CHANGED are kept. A webhook or a stream that is further behind"
                            + " misses them."),
            number(
                    "laurel.outbox.max-moves",
                    10_000,
                    0,
                    Integer.MAX_VALUE,
                    "Maximum number of entries that one transaction may change and still report individually."
                            + " Beyond that, subscribers receive a snapshot."),
            time(
                    "laurel.signals.poll-every",
                    "2s",
                    "How often a node polls for changes of other nodes, in case a NOTIFY was lost."));

    private static final Section WEBHOOKS = new Section(
            "Webhooks",
            text(
                    "laurel.webhooks.allowed-hosts",
                    null,
                    "Hosts that may receive messages on private addresses and over `http`, as `host:port`,"
                            + " separated by commas."),
            time("laurel.webhooks.every", "1s", "How often messages are created and sent."),
            time("laurel.webhooks.check-every", "10s", "How often a node polls for events, in case a signal was lost."),
            time("laurel.webhooks.timeout", "10s", "Maximum time of one attempt to deliver a message."),
            number(
                    "laurel.webhooks.concurrency",
                    64,
                    1,
                    10_000,
                    "Maximum number of webhooks that a node sends to at the same time."),
            time("laurel.webhooks.pause-after", "2d", "Time of consecutive failures after which a webhook is paused."),
            time(
                    "laurel.webhooks.retention",
                    "7d",
                    "How long messages are kept, except pending ones of enabled webhooks."));

    private static final Section BACKGROUND = new Section(
            "Background work",
            flag(
                    "laurel.background",
                    "true",
                    "Whether this node opens and closes windows, sends webhooks, awards badges and reads"
                            + " streams. Set it to false on nodes that only respond to requests; at least one node must"
                            + " do background work."),
            time(
                    "laurel.activity.every",
                    "1s",
                    "How often a node looks for background work of activity that is due, or whose signal was lost."),
            time(
                    "laurel.activity.retention",
                    "0s",
                    Duration.ZERO,
                    "How long activity events are kept, at least. They are dropped by calendar month (UTC); tallies,"
                            + " streaks, scores and badges remain. 0s keeps all. Otherwise at least 40d, and at least"
                            + " `laurel.limits.activity-age` and 3 days. What is dropped cannot be restored."),
            count(
                    "laurel.activity.batch-size",
                    200,
                    "Maximum number of participants' days that one transaction of this work scores, adds to a"
                            + " new streak, or recounts after an amnesty. Other requests may wait for it, so a part of the days of"
                            + " changed streaks has fewer days if it would take longer than 50 ms."),
            count("laurel.activity.immediate-days", 20, "Maximum number of days that a batch of events scores itself."),
            time("laurel.badges.every", "1s", "How often badges are awarded for ranks and scores."),
            time(
                    "laurel.badges.check-every",
                    "10s",
                    "How often a node polls for changes that may earn badges, in case a signal was lost."),
            time(
                    "laurel.badges.hold",
                    "24h",
                    Duration.ZERO,
                    "Maximum time for which a window beyond its retention waits for its badges while no"
                            + " badges can be awarded."),
            time("laurel.jobs.every", "1s", "How often a node looks for jobs."),
            time(
                    "laurel.audit.retention",
                    "400d",
                    Duration.ofDays(1),
                    "How long records of the audit are kept, at least. They are dropped by calendar month (UTC)."),
            time("laurel.jobs.retention", "7d", "How long finished jobs and their results are kept."),
            time(
                    "laurel.clock.tolerance",
                    "5s",
                    Duration.ofMillis(100),
                    "Maximum difference between the clocks of this machine and of the database. Beyond it,"
                            + " the node closes no windows and drops nothing."),
            time("laurel.clock.check-every", "1s", "How often the clocks are compared."));

    static final List<Section> SECTIONS = Stream.concat(
                    Stream.of(
                            DATABASE,
                            NETWORK,
                            WebSettings.PAGES,
                            TokenSettings.TOKENS,
                            TokenSettings.ISSUERS,
                            WindowSettings.WINDOWS,
                            LIVE,
                            WEBHOOKS,
                            RedisSettings.STREAMS,
                            BACKGROUND),
                    LimitSettings.SECTIONS.stream())
            .toList();

    static final List<Setting> ALL =
            SECTIONS.stream().flatMap(section -> section.settings().stream()).toList();

    private Settings() {}

    /** Settings on one subject. */
    record Section(String title, List<Setting> settings) {
        Section(String title, Setting... settings) {
            this(title, List.of(settings));
        }
    }
}
