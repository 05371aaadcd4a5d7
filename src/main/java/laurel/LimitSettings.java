package laurel;

import static laurel.Setting.count;
import static laurel.Setting.number;
import static laurel.Setting.text;
import static laurel.Setting.time;

import java.util.List;
import laurel.Settings.Section;

/**
 * Settings of limits. Those that a client can meet are named like the fields of {@code service.limits}, without "Count": the
 * setting of {@code previewDayCount} is {@code laurel.limits.preview-days}.
 */
final class LimitSettings {
    private static final Section REQUESTS = new Section(
            "Limits of requests",
            time("laurel.limits.request-time", "10s", "Time that a request may take. Error: TIMEOUT."),
            time(
                    "laurel.limits.receive-time",
                    "30s",
                    "Time between the first and the last byte of a request. Status 408."),
            time(
                    "laurel.limits.send-time",
                    "60s",
                    "Time between the first and the last byte of a response. The connection is closed; that of"
                            + " an event stream after its end."),
            text("micronaut.server.max-request-size", "1MB", "Size of the body of a request. Status 413."),
            count("laurel.limits.query-size", 65_536, "Length of a query, in characters."),
            count("laurel.limits.query-tokens", 10_000, "Tokens of a query, such as names and brackets."),
            count("laurel.limits.query-depth", 16, "Levels of nested fields of an operation."),
            count(
                    "laurel.limits.query-fields",
                    1_000,
                    "Fields of an operation with its fragments spread and equal fields merged."),
            count("laurel.limits.query-selections", 10_000, "The same before equal fields are merged."),
            count(
                    "laurel.limits.cached-query-size",
                    1_000_000,
                    "Characters of all queries of which the parsed form is cached."),
            count("laurel.limits.response-values", 200_000, "Values of a response: objects, lists, strings, numbers."),
            count(
                    "laurel.limits.response-size",
                    16_777_216,
                    "Size of a response, in bytes, and, counted apart, of the rows read for it. The response to"
                            + " a mutation that was carried out can be refused for it."),
            number(
                    "laurel.limits.large-responses",
                    0,
                    0,
                    1_000,
                    "Responses of more than an eighth of `laurel.limits.response-size`, or 25,000 fields, that"
                            + " a node makes at the same time. Others wait, within `laurel.limits.request-time`. 0: one"
                            + " for each 256 MB of heap, 1 to 16."),
            count(
                    "laurel.limits.page-size",
                    1_000,
                    "Items on a page of a list. `around` returns at most half of it on either side."),
            count("laurel.limits.past-times", 4, "Past times for which one request computes standings."));

    private static final Section LIVE = new Section(
            "Limits of connections",
            count(
                    "laurel.limits.connections",
                    20_000,
                    "WebSockets and event streams of one node. Close code 1013, or status 503."),
            count("laurel.limits.subscriptions", 100, "Operations in progress on one WebSocket or event stream."),
            count("laurel.limits.watched-participants", 100, "Participants of one `ranksChanged`."),
            count(
                    "laurel.limits.message-size",
                    131_072,
                    "Size of a message of a WebSocket client, in bytes. Close code 1009."),
            count(
                    "laurel.limits.buffer-size",
                    262_144,
                    "Size of the unread results of one client, in bytes. While it is full, further results of"
                            + " the client wait."));

    private static final Section WRITES = new Section(
            "Limits of submissions and events",
            count(
                    "laurel.limits.batch-size",
                    1_000,
                    "Items of a batch, and of the transaction that stores several requests. Error: BATCH_TOO_LARGE."),
            count(
                    "laurel.limits.queued-submissions",
                    10_000,
                    "Submissions that wait to be stored, of all apps. Error: OVERLOADED."),
            count(
                    "laurel.limits.queued-events",
                    10_000,
                    "Events that wait to be stored, of all apps. Error: OVERLOADED."),
            time(
                    "laurel.limits.activity-age",
                    "400d",
                    "Age of an event when it is recorded. Error: OCCURRED_TOO_LONG_AGO."),
            time(
                    "laurel.limits.idempotency-retention",
                    "24h",
                    "Time for which a retry with the same idempotency key returns the first receipt."),
            count(
                    "laurel.limits.rescored-days",
                    200,
                    "Days of participants that the transaction of a batch of events, or of an amnesty, scores"
                            + " again because the length of a streak changed. The others are scored in the background."),
            count(
                    "laurel.limits.badge-days",
                    50_000,
                    "Days of tallies that one transaction reads for badges of the kinds COUNTER and PEERS."
                            + " Beyond that, they are awarded in the background."));

    private static final Section OBJECTS = new Section(
            "Limits of an app",
            count("laurel.limits.streaks", 20, "Streaks that are not archived. Error: LIMIT_REACHED."),
            count("laurel.limits.scoring-policies", 10, "Scoring policies. Error: LIMIT_REACHED."),
            count("laurel.limits.badges", 200, "Badges. Error: LIMIT_REACHED."),
            count("laurel.limits.webhooks", 20, "Webhooks. Error: LIMIT_REACHED."),
            count("laurel.limits.jobs", 100, "Unfinished jobs. Error: LIMIT_REACHED."),
            count(
                    "laurel.limits.dead-letters",
                    10_000,
                    "Unresolved dead letters. Streams wait while there are as many."),
            count(
                    "laurel.limits.backfill-windows",
                    10_000,
                    "Windows of one `backfillWindows`. Error: TOO_MANY_WINDOWS."),
            count(
                    "laurel.limits.amnesty-participants",
                    10_000,
                    "Participants of one amnesty. Error: TOO_MANY_PARTICIPANTS."),
            count(
                    "laurel.limits.preview-days",
                    200_000,
                    "Days of participants that one `previewScoringPolicyVersion` reads."),
            count(
                    "laurel.limits.badge-candidates",
                    10_000,
                    "Windows, standings, streaks or days that one `previewBadge` examines."));

    static final List<Section> SECTIONS = List.of(REQUESTS, LIVE, WRITES, OBJECTS);

    private LimitSettings() {}
}
