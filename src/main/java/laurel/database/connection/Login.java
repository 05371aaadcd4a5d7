package laurel.database.connection;

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
        configure(source);
        source.setConnectTimeout(5);
        source.setSocketTimeout(timeoutSeconds);
        source.setApplicationName("laurel");
        return source;
    }

    /** Sets URL, user and password. */
    void configure(PGSimpleDataSource source) {
        source.setUrl(url);
        if (user != null) {
            source.setUser(user);
        }
        if (password != null) {
            source.setPassword(password);
        }
    }

    /** Shows nothing, because the URL may contain a password. */
    @Override
    public String toString() {
        return "Login";
    }
}
