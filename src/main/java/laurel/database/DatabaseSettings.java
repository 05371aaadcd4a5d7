package laurel.database;

import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.core.bind.annotation.Bindable;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the database: {@code laurel.database.*}, or {@code LAUREL_DATABASE_URL} and so on in the environment.
 *
 * @param url the JDBC URL of a PostgreSQL 15 or newer, such as {@code jdbc:postgresql://host:5432/laurel}; without it, Laurel
 *     runs an embedded PostgreSQL in the data directory. Parameters in the URL override Laurel's own
 * @param user role to log in as; without it, the role in the URL
 * @param password password of the role; without it, the password in the URL or in {@code ~/.pgpass}
 * @param poolSize largest number of open connections, 2 to 1000, default 16
 * @param spareConnections connections that the embedded PostgreSQL accepts beside the pool, 10 to 1000, default 30:
 *     migrations, notifications of other nodes, psql
 */
@ConfigurationProperties("laurel.database")
public record DatabaseSettings(
        @Nullable String url,
        @Nullable String user,
        @Nullable String password,
        @Bindable(defaultValue = "16") int poolSize,
        @Bindable(defaultValue = "30") int spareConnections) {

    /** An empty environment variable counts as not set. */
    public DatabaseSettings {
        url = url == null || url.isBlank() ? null : url;
    }

    @Override
    public String toString() {
        return "DatabaseSettings[poolSize=" + poolSize + "]";
    }
}
