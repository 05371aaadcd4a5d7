package laurel.stream;

import io.lettuce.core.ScriptOutputType;
import io.micronaut.context.annotation.Requires;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import laurel.Serving;
import laurel.ingest.redis.RedisConnection;

/** Adds entries to streams. */
@Singleton
@Serving
@Requires(property = "laurel.streams.publish.redis", pattern = ".*\\S.*")
class RedisTarget {
    /**
     * Adds entries one after another, and stops at the first that fails. So the entries of a stream are always a prefix of those
     * to add: none is added after one that is missing.
     */
    private static final String ADD = """
            local n = 2
            while n <= #ARGV do
              local size = tonumber(ARGV[n + 1])
              redis.call('XADD', KEYS[tonumber(ARGV[n])], 'MAXLEN', '~', ARGV[1], '*', unpack(ARGV, n + 2, n + 1 + size))
              n = n + 2 + size
            end
            return 'OK'
            """;

    private final RedisConnection connection;
    private final int maxLength;

    RedisTarget(PublishSettings settings) {
        this.connection = new RedisConnection("laurel.streams.publish.redis", settings.redis());
        this.maxLength = settings.maxLength();
    }

    @PreDestroy
    void close() {
        connection.close();
    }

    /** An entry to add to a stream. */
    record NewStreamEntry(String stream, StreamMessage message) {}

    /** Adds these entries in order. Throws RedisException if not all were added. */
    void add(List<NewStreamEntry> entries) {
        List<String> streams =
                entries.stream().map(NewStreamEntry::stream).distinct().toList();
        List<String> arguments = new ArrayList<>();
        arguments.add(Integer.toString(maxLength));
        for (NewStreamEntry entry : entries) {
            arguments.add(Integer.toString(streams.indexOf(entry.stream) + 1));
            arguments.add(Integer.toString(2 * entry.message.fields().size()));
            entry.message.fields().forEach((name, value) -> {
                arguments.add(name);
                arguments.add(value);
            });
        }
        connection
                .commands()
                .eval(ADD, ScriptOutputType.STATUS, streams.toArray(String[]::new), arguments.toArray(String[]::new));
    }
}
