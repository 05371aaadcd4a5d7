package laurel.ingest.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import laurel.CannotStartException;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a Redis. Connects at the first call and reconnects automatically; without a connection, every command throws
 * RedisException immediately.
 */
public final class RedisConnection implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final RedisClient client;
    private @Nullable StatefulRedisConnection<String, String> connection;

    /** @param setting the name of the setting with the URI, for the message if that is invalid */
    public RedisConnection(String setting, @Nullable String uri) {
        this.client = RedisClient.create(parsed(setting, uri));
        client.setOptions(ClientOptions.builder()
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .build());
    }

    private static RedisURI parsed(String setting, @Nullable String uri) {
        try {
            RedisURI parsed = RedisURI.create(String.valueOf(uri).strip());
            parsed.setTimeout(TIMEOUT);
            return parsed;
        } catch (IllegalArgumentException e) {
            // The message of the exception may contain the password.
            throw new CannotStartException(setting + " must be a URI such as redis://host:6379");
        }
    }

    public synchronized RedisCommands<String, String> commands() {
        if (connection == null) {
            connection = client.connect();
        }
        return connection.sync();
    }

    /** Whether Redis is unavailable, as opposed to a failure of one command. */
    public static boolean isUnavailable(RuntimeException e) {
        return e instanceof RedisException && !(e instanceof RedisCommandExecutionException);
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
}
