package laurel;

import static laurel.Setting.count;
import static laurel.Setting.number;
import static laurel.Setting.text;
import static laurel.Setting.time;

import java.time.Duration;
import java.util.List;
import laurel.Settings.Section;

/**
 * Settings of limits. Those that a client can meet are named like the fields of {@code service.limits}, without "Count": the
 * setting of {@code previewDayCount} is {@code laurel.limits.preview-days}.
 */
final class LimitSettings {
    private static final Section REQUESTS = new Section(
            "Limits of requests",
            time("laurel.limits.request-time", "10s", "Maximum time of a request. Error: TIMEOUT."),
            time(
                    "laurel.limits.receive-time",
                    "30s",
                    "Maximum time between the first and the last byte of a request. Status 408."),
            time(
                    "laurel.limits.send-time",
                    "60s",
                    "Maximum time between the first and the last byte of a response. Afterwards the connection"
                            + " is closed. For a result on a WebSocket or an event stream, the time starts when the result is"
                            + " complete, and again when the stream ends. For an export, the maximum time in which the"
                            + " client reads nothing."),
            count(
                    "laurel.limits.exports",
                    2,
                    "Maximum number of exports of participants that a node runs at the same time, each with a"
                            + " connection to the database. If it is 2 or more, players leave one to administrators."
                            + " Error: UNAVAILABLE."),
            time(
                    "laurel.limits.export-time",
                    "10m",
                    "Maximum time of an export of a participant. Afterwards the connection is closed."),
            text("micronaut.server.max-request-size", "1MB", "Maximum size of the body of a request. Status 413."),
            count("laurel.limits.query-size", 65_536, "Maximum length of a query, in characters."),
            count(
                    "laurel.limits.query-tokens",
                    10_000,
                    "Maximum number of tokens of a query, such as names and brackets."),
            count("laurel.limits.query-depth", 16, "Maximum number of levels of nested fields of an operation."),
            count(
                    "laurel.limits.query-fields",
                    1_000,
                    "Maximum number of fields of an operation with its fragments spread and equal fields" + " merged."),
            count(
                    "laurel.limits.query-cost",
                    10_000_000,
                    "Maximum cost of an operation: the number of fields that its response may contain, by the sizes of"
                            + " pages and lists in its arguments."),
            count(
                    "laurel.limits.query-selections",
                    10_000,
                    "Maximum number of fields of an operation with its fragments spread, before equal fields"
                            + " are merged."),
            count(
                    "laurel.limits.cached-query-size",
                    1_000_000,
                    "Maximum total length of the queries whose parsed form is cached, in characters."),
            count(
                    "laurel.limits.response-values",
                    200_000,
                    "Maximum number of values of a response: objects, lists, strings, numbers."),
            count(
                    "laurel.limits.response-size",
                    16_777_216,
                    "Maximum size of a response, in bytes. The rows that are read for it have the same limit,"
                            + " counted separately. The response to a mutation can exceed it after the mutation was"
                            + " carried out."),
            number(
                    "laurel.limits.large-responses",
                    0,
                    0,
                    1_000,
                    "Maximum number of large responses that a node creates at the same time: those of more"
                            + " than an eighth of `laurel.limits.response-size`, or 25,000 fields. Others wait, within"
                            + " `laurel.limits.request-time`. 0: one for each 256 MB of heap, 1 to 16."),
            number(
                    "laurel.limits.page-size",
                    1_000,
                    200,
                    Integer.MAX_VALUE,
                    "Maximum number of items on a page of a list. `around` returns at most half of it on"
                            + " either side. The pages and charts of the service request up to 200."),
            count(
                    "laurel.limits.past-times",
                    4,
                    "Maximum number of past times for which one request computes standings."));

    private static final Section RATES = new Section(
            "Rates",
            rate(
                    "laurel.rates.anonymous",
                    30_000,
                    "Cost per minute of all clients without credentials of one address; and, as a separate budget of the"
                            + " address, of its WebSocket handshakes until the first message identifies the caller."),
            burst("laurel.rates.anonymous-burst", 10_000),
            rate("laurel.rates.player", 60_000, "Cost per minute of one player."),
            burst("laurel.rates.player-burst", 10_000),
            rate("laurel.rates.reader", 0, "Cost per minute of one identity with the role READER."),
            burst("laurel.rates.reader-burst", 0),
            rate("laurel.rates.writer", 0, "Cost per minute of one identity with the role WRITER."),
            burst("laurel.rates.writer-burst", 0),
            rate("laurel.rates.admin", 0, "Cost per minute of one identity with the role ADMIN."),
            burst("laurel.rates.admin-burst", 0),
            count(
                    "laurel.rates.minimum-charge",
                    100,
                    "Cost that every request is charged at least, and that an invalid one is charged."),
            rate(
                    "laurel.rates.failed-authentications",
                    30,
                    "Wrong credentials per minute that one address may send before all of its requests with new"
                            + " credentials are refused."),
            count(
                    "laurel.rates.buckets",
                    50_000,
                    "Maximum number of budgets, and of addresses with wrong credentials, that a node keeps: less than"
                            + " 1 KB each. Beyond it, those used least are forgotten, and are full again."),
            text(
                    "laurel.trusted-proxies",
                    "",
                    "Addresses and ranges of proxies, separated by commas, such as `10.0.0.0/8, ::1`. The address of a"
                            + " client behind them is the last one in `X-Forwarded-For` that is not in this list."
                            + " Without it, the header is ignored."));

    private static final Section LIVE = new Section(
            "Limits of connections",
            count(
                    "laurel.limits.connections",
                    20_000,
                    "Maximum number of WebSockets and event streams of one node. Close code 1013, or status" + " 503."),
            count(
                    "laurel.limits.subscriptions",
                    100,
                    "Maximum number of operations in progress on one WebSocket or event stream."),
            count(
                    "laurel.limits.subscription-text",
                    1_048_576,
                    "Maximum size of the documents and variables of the operations in progress on one WebSocket or"
                            + " event stream, in bytes."),
            count("laurel.limits.watched-participants", 100, "Maximum number of participants of one `ranksChanged`."),
            count(
                    "laurel.limits.followed-standings",
                    20_000,
                    "Maximum number of standings that the subscriptions on one WebSocket or event stream follow: `first`"
                            + " of each `topStandingsChanged`, the participants of each `ranksChanged`, and `above` +"
                            + " `below` + 1 of each `aroundChanged`."),
            count(
                    "laurel.limits.message-size",
                    131_072,
                    "Maximum size of a message of a WebSocket client, in bytes. Close code 1009."),
            count(
                    "laurel.limits.buffer-size",
                    262_144,
                    "Maximum size of the unread results of one client, in bytes. While it is full, further"
                            + " results of the client wait."));

    private static final Section WRITES = new Section(
            "Limits of submissions and events",
            count(
                    "laurel.limits.batch-size",
                    1_000,
                    "Maximum number of items of a batch, and of the transaction that stores several requests."
                            + " Error: BATCH_TOO_LARGE."),
            count(
                    "laurel.limits.queued-submissions",
                    10_000,
                    "Maximum number of submissions that wait to be stored, of all apps; half of them in one queue: that of a"
                            + " leaderboard, or of small requests of an app. Error: OVERLOADED."),
            count(
                    "laurel.limits.queued-events",
                    10_000,
                    "Maximum number of events that wait to be stored, of all apps; half of them if they are of the same app."
                            + " Error: OVERLOADED."),
            time(
                    "laurel.limits.activity-age",
                    "400d",
                    "Maximum age of an event when it is recorded. Error: OCCURRED_TOO_LONG_AGO."),
            time(
                    "laurel.limits.idempotency-retention",
                    "24h",
                    "Time for which a retry with the same idempotency key returns the first receipt."),
            count(
                    "laurel.limits.rescored-days",
                    200,
                    "Maximum number of participants' days that the transaction of a batch of events, or of an"
                            + " amnesty, scores again because the length of a streak changed. The others are scored in"
                            + " the background."),
            count(
                    "laurel.limits.hourly-events",
                    10_000,
                    "Maximum number of a participant's events on a day whose score a leaderboard receives by the hour:"
                            + " each further event reads the events of the day again. The score of a day with more"
                            + " events counts as achieved at noon."),
            time(
                    "laurel.limits.opt-in-after",
                    "1h",
                    Duration.ZERO,
                    "Minimum time after which a player may end its own opt-out: both store new revisions of final windows. 0s: no"
                            + " minimum. Error: OPTED_OUT_RECENTLY."),
            count(
                    "laurel.limits.badge-days",
                    50_000,
                    "Maximum number of days of tallies that one transaction reads for badges of the kinds"
                            + " COUNTER and PEERS. Beyond that, they are awarded in the background."));

    private static final Section OBJECTS = new Section(
            "Limits of an app",
            count(
                    "laurel.limits.streaks",
                    20,
                    "Maximum number of streaks that are not archived. Error: LIMIT_REACHED."),
            count("laurel.limits.scoring-policies", 10, "Maximum number of scoring policies. Error: LIMIT_REACHED."),
            count("laurel.limits.badges", 200, "Maximum number of badges. Error: LIMIT_REACHED."),
            count("laurel.limits.webhooks", 20, "Maximum number of webhooks. Error: LIMIT_REACHED."),
            count("laurel.limits.jobs", 100, "Maximum number of unfinished jobs. Error: LIMIT_REACHED."),
            count(
                    "laurel.limits.dead-letters",
                    10_000,
                    "Maximum number of unresolved dead letters. The streams of an app are not read while it"
                            + " has this many."),
            count(
                    "laurel.limits.backfill-windows",
                    10_000,
                    "Maximum number of windows of one `backfillWindows`. Error: TOO_MANY_WINDOWS."),
            count(
                    "laurel.limits.amnesty-participants",
                    10_000,
                    "Maximum number of participants of one amnesty. Error: TOO_MANY_PARTICIPANTS."),
            count(
                    "laurel.limits.preview-days",
                    200_000,
                    "Maximum number of participants' days that one `previewScoringPolicyVersion` reads."),
            count(
                    "laurel.limits.badge-candidates",
                    10_000,
                    "Maximum number of windows, standings, streaks or days that one `previewBadge` examines. Ten participants"
                            + " count as one day."));

    static final List<Section> SECTIONS = List.of(REQUESTS, RATES, LIVE, WRITES, OBJECTS);

    private LimitSettings() {}

    private static Setting rate(String name, int defaultValue, String description) {
        return number(name, defaultValue, 0, Integer.MAX_VALUE, description + " 0 is unlimited. Error: RATE_LIMITED.");
    }

    private static Setting burst(String name, int defaultValue) {
        return number(
                name,
                defaultValue,
                0,
                Integer.MAX_VALUE,
                "Maximum cost that its budget saves. 0: the cost of a minute.");
    }
}
