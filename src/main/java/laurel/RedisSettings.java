package laurel;

import static laurel.Setting.count;
import static laurel.Setting.number;
import static laurel.Setting.text;
import static laurel.Setting.time;

import laurel.Settings.Section;

/** The settings of Redis Streams, in and out. */
final class RedisSettings {
    static final Section STREAMS = new Section(
            "Redis Streams",
            text(
                    "laurel.streams.redis",
                    null,
                    "Redis 7 or newer to read streams from, such as `redis://user:password@host:6379/0`. If not"
                            + " set, no streams are read."),
            text(
                    "laurel.streams.mapping",
                    "social",
                    "Mappings of stream entries to events and scores: `social`, `community`, `analytics`, or"
                            + " paths of files, separated by commas."),
            number(
                    "laurel.streams.batch-size",
                    500,
                    1,
                    10_000,
                    "Maximum number of entries that are read together. A transaction records at most"
                            + " `laurel.limits.batch-size` of their events or scores; other activity of the app waits for it."),
            time("laurel.streams.every", "200ms", "Time between two reads of a stream that has no new entries."),
            time(
                    "laurel.streams.claim-after",
                    "60s",
                    "Time after which another consumer claims the entries of a consumer that stopped."),
            count(
                    "laurel.streams.attempts",
                    10,
                    "Number of failures after which an entry becomes a dead letter. After twice as many"
                            + " deliveries it becomes one in any case."),
            time("laurel.streams.check-every", "5s", "How often the lag of the streams is measured."),
            text(
                    "laurel.streams.publish.redis",
                    null,
                    "Redis 7 or newer to publish events to, such as `redis://user:password@host:6379/0`. If not set, no"
                            + " events are published to streams."),
            text(
                    "laurel.streams.publish.apps",
                    "default",
                    "Keys of the apps whose events are published, separated by commas."),
            text(
                    "laurel.streams.publish.stream",
                    "laurel:events",
                    "Name of the stream. `{app}` and `{type}` stand for the key of the app and the message type, such as"
                            + " `{app}:{type}` for a stream of each type."),
            text(
                    "laurel.streams.publish.format",
                    "JSON",
                    "`JSON` writes the message in the field `payload`, `FIELDS` each of its values in a field."),
            text(
                    "laurel.streams.publish.event-types",
                    null,
                    "Types to publish, separated by commas, such as `ENTRY_ADDED,RANK_CHANGED`. If not set, all."),
            count(
                    "laurel.streams.publish.max-length",
                    100_000,
                    "Approximate maximum number of entries of a stream: older ones are removed."),
            number(
                    "laurel.streams.publish.max-payload",
                    65_536,
                    256,
                    Integer.MAX_VALUE,
                    "Maximum size of a message in bytes. A larger one is published with null `data`."),
            time("laurel.streams.publish.every", "200ms", "How often events are looked for after a signal."));

    private RedisSettings() {}
}
