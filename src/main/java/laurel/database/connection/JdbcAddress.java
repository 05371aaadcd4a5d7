package laurel.database.connection;

import io.micronaut.core.annotation.Introspected;
import java.util.Properties;
import laurel.CannotStartException;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/**
 * Where a JDBC URL points to, without the secrets that may be in it.
 *
 * @param hosts {@code host:port}, several with commas between
 * @param database the database's name
 */
@Introspected
public record JdbcAddress(String hosts, String database) {
    private static final String EXAMPLE = "jdbc:postgresql://host:5432/laurel";

    /**
     * Throws {@link CannotStartException} when it is no URL of PostgreSQL's driver; the line does not repeat it.
     */
    public static JdbcAddress of(String url) {
        if (!url.startsWith("jdbc:postgresql:")) {
            throw new CannotStartException(
                    "laurel.database.url must look like %s; it does not begin so".formatted(EXAMPLE));
        }
        Properties parsed = parse(url);
        String host = parsed == null ? null : parsed.getProperty("PGHOST");
        if (parsed == null || host == null || host.isBlank()) {
            throw new CannotStartException("laurel.database.url must look like %s".formatted(EXAMPLE));
        }
        // The driver takes user:password@host for a host's name, and would have it printed.
        if (host.contains("@")) {
            throw new CannotStartException(
                    "laurel.database.url must look like %s; user and password belong into".formatted(EXAMPLE)
                            + " laurel.database.user and laurel.database.password");
        }
        return new JdbcAddress(hosts(host, parsed.getProperty("PGPORT", "5432")), parsed.getProperty("PGDBNAME", ""));
    }

    private static @Nullable Properties parse(String url) {
        try {
            return Driver.parseURL(url, new Properties());
        } catch (RuntimeException e) {
            return null;
        }
    }

    private static String hosts(String hosts, String ports) {
        String[] host = hosts.split(",", -1);
        String[] port = ports.split(",", -1);
        var both = new StringBuilder();
        for (int i = 0; i < host.length; i++) {
            both.append(i == 0 ? "" : ",").append(host[i]).append(':').append(port[Math.min(i, port.length - 1)]);
        }
        return both.toString();
    }

    @Override
    public String toString() {
        return hosts + "/" + database;
    }
}
