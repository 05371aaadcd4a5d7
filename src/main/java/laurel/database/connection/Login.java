package laurel.database.connection;

import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * URL of a database, with user and password.
 *
 * @param url JDBC URL of PostgreSQL
 * @param user name of the role; null for the role in the URL
 * @param password password of the role; null for the password in the URL, or for none
 */
public record Login(
        String url, @Nullable String user, @Nullable String password) {

    /** Returns a source of connections without a pool and without timeouts of statements, for migrations and checks. */
    public DataSource unpooled() {
        return unpooled(0);
    }

    /**
     * Returns a source of connections without a pool.
     *
     * @param timeoutSeconds longest wait for a response of the server; 0 for no limit
     */
    public DataSource unpooled(int timeoutSeconds) {
        var source = new PGSimpleDataSource();
        source.setUrl(url);
        if (user != null) {
            source.setUser(user);
        }
        if (password != null) {
            source.setPassword(password);
        }
        source.setConnectTimeout(5);
        source.setSocketTimeout(timeoutSeconds);
        source.setApplicationName("laurel");
        source.setTcpKeepAlive(true);
        if (source.getSocketFactory() == null) { // The URL may name another one.
            source.setSocketFactory(KeepAliveSockets.class.getName());
        }
        return source;
    }

    /** User and password as properties of the driver. */
    Properties properties() {
        var properties = new Properties();
        if (user != null) {
            properties.setProperty("user", user);
        }
        if (password != null) {
            properties.setProperty("password", password);
        }
        return properties;
    }

    /** Shows nothing, because the URL may contain a password. */
    @Override
    public String toString() {
        return "Login";
    }
}
