package laurel.ingest.redis;

import io.lettuce.core.Consumer;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.RedisBusyException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAutoClaimArgs;
import io.lettuce.core.XClaimArgs;
import io.lettuce.core.XGroupCreateArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.models.stream.ClaimedMessages;
import io.lettuce.core.models.stream.PendingMessage;
import io.micronaut.context.annotation.Requires;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import laurel.CannotStartException;
import laurel.Serving;
import laurel.ingest.mapping.StreamEntry;

/**
 * The Redis commands of one consumer of the group. Without a connection, every method throws RedisException immediately.
 */
@Singleton
@Serving
@Requires(property = "laurel.streams.redis", pattern = ".*\\S.*")
public class RedisStreams {
    public static final String GROUP = "laurel";

    private static final String FIRST = "0-0";

    /** Deletes idle consumers without pending entries, in one script, so that none receives an entry in between. */
    private static final String DELETE_IDLE_CONSUMERS = """
            for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
              local of = {}
              for i = 1, #consumer, 2 do of[consumer[i]] = consumer[i + 1] end
              if of['pending'] == 0 and of['idle'] > tonumber(ARGV[2]) then
                redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], of['name'])
              end
            end
            return 'OK'
            """;

    private static final Duration DELETE_CONSUMERS_AFTER = Duration.ofHours(1);

    /** ID of the oldest pending entry, or else of the oldest entry that has not been delivered. */
    private static final String OLDEST = """
            local pending = redis.call('XPENDING', KEYS[1], ARGV[1])
            if pending[1] > 0 then return pending[2] end
            for _, group in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
              local of = {}
              for i = 1, #group, 2 do of[group[i]] = group[i + 1] end
              if of['name'] == ARGV[1] then
                local next = redis.call('XRANGE', KEYS[1], '(' .. of['last-delivered-id'], '+', 'COUNT', 1)
                return next[1] and next[1][1] or ''
              end
            end
            return ''
            """;

    private final RedisConnection connection;
    private final StreamSettings settings;
    private final Consumer<String> consumer =
            Consumer.from(GROUP, UUID.randomUUID().toString());

    RedisStreams(StreamSettings settings) {
        this.settings = checked(settings);
        this.connection = new RedisConnection("laurel.streams.redis", settings.redis());
    }

    private static StreamSettings checked(StreamSettings settings) {
        if (settings.batchSize() < 1 || settings.batchSize() > 10_000) {
            throw new CannotStartException("laurel.streams.batch-size must be 1 to 10,000");
        }
        if (settings.attempts() < 1) {
            throw new CannotStartException("laurel.streams.attempts must be at least 1");
        }
        if (settings.claimAfter().toMillis() < 1) {
            throw new CannotStartException("laurel.streams.claim-after must be at least 1 ms");
        }
        return settings;
    }

    @PreDestroy
    void close() {
        connection.close();
    }

    private RedisCommands<String, String> redis() {
        return connection.commands();
    }

    /** Creates the group, and the stream, if they do not exist. The group starts at the first entry of the stream. */
    void prepare(String stream) {
        try {
            redis().xgroupCreate(StreamOffset.from(stream, FIRST), GROUP, XGroupCreateArgs.Builder.mkstream());
        } catch (RedisBusyException e) {
            // The group exists.
        }
        redis().eval(
                        DELETE_IDLE_CONSUMERS,
                        ScriptOutputType.STATUS,
                        new String[] {stream},
                        GROUP,
                        Long.toString(DELETE_CONSUMERS_AFTER.toMillis()));
    }

    /**
     * Reads new entries of one stream, in order. Reading several at once would fail for all if one key is not a stream.
     */
    @SuppressWarnings("unchecked") // An array of one.
    List<StreamEntry> read(String stream) {
        XReadArgs count = XReadArgs.Builder.count(settings.batchSize());
        return redis().xreadgroup(consumer, count, StreamOffset.lastConsumed(stream)).stream()
                .map(RedisStreams::entry)
                .toList();
    }

    /**
     * Entries that were pending with another consumer for too long.
     *
     * @param next start of the next call; {@code 0-0} if there are no more
     */
    record Claimed(List<StreamEntry> entries, String next) {
        boolean more() {
            return !next.equals(FIRST);
        }
    }

    /** @param from {@code 0-0}, or {@code next} of the previous call */
    Claimed claim(String stream, String from) {
        ClaimedMessages<String, String> claimed = redis().xautoclaim(
                        stream,
                        new XAutoClaimArgs<String>()
                                .consumer(consumer)
                                .minIdleTime(settings.claimAfter())
                                .startId(from)
                                .count(settings.batchSize()));
        return new Claimed(
                claimed.getMessages().stream().map(RedisStreams::entry).toList(), claimed.getId());
    }

    static String first() {
        return FIRST;
    }

    /** How often each of these entries was delivered. The consumer has just claimed them; they are in order of ID. */
    Map<String, Long> deliveries(String stream, List<StreamEntry> entries) {
        if (entries.isEmpty()) {
            return Map.of();
        }
        Range<String> ids =
                Range.create(entries.getFirst().id(), entries.getLast().id());
        // The range can also contain failing entries of this consumer, which are at most about a batch.
        return redis().xpending(stream, consumer, ids, Limit.from(3L * settings.batchSize())).stream()
                .collect(Collectors.toMap(PendingMessage::getId, PendingMessage::getRedeliveryCount));
    }

    /** IDs of the entries that are pending with this consumer. */
    Set<String> own(String stream) {
        return redis().xpending(stream, consumer, Range.unbounded(), Limit.unlimited()).stream()
                .map(PendingMessage::getId)
                .collect(Collectors.toSet());
    }

    /** Resets the idle time of these entries, so that no other consumer claims them. */
    void resetIdleTime(String stream, List<StreamEntry> entries) {
        if (!entries.isEmpty()) {
            redis().xclaim(stream, consumer, XClaimArgs.Builder.justid().minIdleTime(0), ids(entries));
        }
    }

    void acknowledge(String stream, List<StreamEntry> entries) {
        if (!entries.isEmpty()) {
            redis().xack(stream, GROUP, ids(entries));
        }
    }

    private static String[] ids(List<StreamEntry> entries) {
        return entries.stream().map(StreamEntry::id).toArray(String[]::new);
    }

    /** When the oldest entry that is not acknowledged was added. Empty if all are acknowledged. */
    Optional<Instant> oldest(String stream) {
        String id = redis().eval(OLDEST, ScriptOutputType.VALUE, new String[] {stream}, GROUP);
        return Optional.of(id).filter(found -> !found.isEmpty()).map(found -> new StreamEntry(stream, found, Map.of())
                .addedAt());
    }

    private static StreamEntry entry(StreamMessage<String, String> message) {
        Map<String, String> fields = message.getBody();
        return new StreamEntry(message.getStream(), message.getId(), fields == null ? Map.of() : fields);
    }

    /** Whether the group or the stream was deleted. */
    static boolean groupIsMissing(RuntimeException e) {
        return String.valueOf(e.getMessage()).startsWith("NOGROUP");
    }
}
