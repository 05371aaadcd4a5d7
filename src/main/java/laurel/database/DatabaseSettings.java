package laurel.database;

import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.core.bind.annotation.Bindable;
import org.jspecify.annotations.Nullable;

/**
 * Which database Laurel uses: {@code laurel.database.*}, or {@code LAUREL_DATABASE_URL} and so on in the environment.
 *
 * @param url the JDBC URL of a PostgreSQL 15 or newer, such as {@code jdbc:postgresql://host:5432/laurel}; absent,
 *     Laurel runs a PostgreSQL of its own in the data directory. Parameters in the URL win over Laurel's own choices
 * @param user the role to log in as; absent, the one in the URL
 * @param password the role's password; absent, the one in the URL or in {@code ~/.pgpass}
 * @param poolSize the most connections to hold open, 1 to 1000, default 16
 * @param spareConnections how many others than the pool's the embedded PostgreSQL bears, 10 to 1000, default 30: migrations,
 *     what hears other nodes, a person with psql
 */
@ConfigurationProperties("laurel.database")
public record DatabaseSettings(
        @Nullable String url,
        @Nullable String user,
        @Nullable String password,
        @Bindable(defaultValue = "16") int poolSize,
        @Bindable(defaultValue = "30") int spareConnections) {

    /** A blank URL, as an empty environment variable gives, is none. */
    public DatabaseSettings {
        url = url == null || url.isBlank() ? null : url;
    }

    @Override
    public String toString() {
        return "DatabaseSettings[poolSize=" + poolSize + "]";
    }
}
