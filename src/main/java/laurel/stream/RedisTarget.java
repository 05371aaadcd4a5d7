package laurel.stream;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.ScriptOutputType;
import io.micronaut.context.annotation.Requires;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import laurel.Serving;
import laurel.ingest.redis.RedisConnection;
import org.jspecify.annotations.Nullable;

/** Adds entries to streams. */
@Singleton
@Serving
@Requires(property = "laurel.streams.publish.redis", pattern = ".*\\S.*")
class RedisTarget {
    /**
     * Adds entries one after another, and stops at the first that fails: none is added after one that is missing. Returns how many
     * were added, and the error if one failed.
     */
    private static final String ADD = """
            local n = 2
            local added = 0
            while n <= #ARGV do
              local size = tonumber(ARGV[n + 1])
              local key = KEYS[tonumber(ARGV[n])]
              local reply = redis.pcall('XADD', key, 'MAXLEN', '~', ARGV[1], '*', unpack(ARGV, n + 2, n + 1 + size))
              if type(reply) == 'table' then
                return {added, reply.err}
              end
              added = added + 1
              n = n + 2 + size
            end
            return {added}
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

    /**
     * How many entries were added.
     *
     * @param failure why the next one was not added; null if all were
     */
    record AddedEntries(int count, @Nullable RedisException failure) {}

    /** Adds these entries in order, up to the first that fails. Throws RedisException if Redis is unavailable. */
    AddedEntries add(List<NewStreamEntry> entries) {
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
        List<Object> reply = connection
                .commands()
                .eval(ADD, ScriptOutputType.MULTI, streams.toArray(String[]::new), arguments.toArray(String[]::new));
        return new AddedEntries(
                Math.toIntExact((Long) reply.getFirst()),
                reply.size() == 1 ? null : new RedisCommandExecutionException(String.valueOf(reply.getLast())));
    }
}
