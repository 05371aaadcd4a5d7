package laurel.database.connection;

import io.micronaut.core.annotation.Introspected;
import java.util.Properties;
import java.util.regex.Pattern;
import laurel.CannotStartException;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/**
 * Hosts and database of a JDBC URL, without its secrets.
 *
 * @param hosts {@code host:port}, or several separated by commas
 * @param database name of the database
 */
@Introspected
public record JdbcAddress(String hosts, String database) {
    private static final String EXAMPLE = "jdbc:postgresql://host:5432/laurel";
    private static final Pattern PARAMETERS = Pattern.compile("[&;=@]");

    /**
     * Parses a URL. Throws {@link CannotStartException} if it is not a URL of PostgreSQL's driver; the message does not contain
     * the URL.
     */
    public static JdbcAddress of(String url) {
        if (!url.startsWith("jdbc:postgresql:")) {
            throw new CannotStartException(
                    "laurel.database.url must look like %s; it does not start like this".formatted(EXAMPLE));
        }
        Properties parsed = parse(url);
        String host = parsed == null ? null : parsed.getProperty("PGHOST");
        if (parsed == null || host == null || host.isBlank()) {
            throw new CannotStartException("laurel.database.url must look like %s".formatted(EXAMPLE));
        }
        // The driver accepts user:password@host as a host name, which would then be logged.
        if (host.contains("@")) {
            throw new CannotStartException(
                    "laurel.database.url must look like %s; user and password belong in".formatted(EXAMPLE)
                            + " laurel.database.user and laurel.database.password");
        }
        String database = parsed.getProperty("PGDBNAME", "");
        // As after & in place of ?, where the driver reads parameters as a part of the name.
        if (PARAMETERS.matcher(host + database).find()) {
            throw new CannotStartException("laurel.database.url must look like %s".formatted(EXAMPLE));
        }
        return new JdbcAddress(hosts(host, parsed.getProperty("PGPORT", "5432")), database);
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
        var address = new StringBuilder();
        for (int i = 0; i < host.length; i++) {
            address.append(i == 0 ? "" : ",").append(host[i]).append(':').append(port[Math.min(i, port.length - 1)]);
        }
        return address.toString();
    }

    @Override
    public String toString() {
        return hosts + "/" + database;
    }
}
