package laurel.database.connection;

import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A database and the role to use it as.
 *
 * @param url a JDBC URL of PostgreSQL
 * @param user the role; absent, the one in the URL
 * @param password its password; absent, the one in the URL or none
 */
public record Login(
        String url, @Nullable String user, @Nullable String password) {

    /** Connections without a pool and without limits on how long a statement may take, for migrations and checks. */
    public DataSource unpooled() {
        return unpooled(0);
    }

    /** The same, where an answer takes at most so many seconds; 0 is without a limit. */
    public DataSource unpooled(int answerSeconds) {
        var source = new PGSimpleDataSource();
        source.setUrl(url);
        if (user != null) {
            source.setUser(user);
        }
        if (password != null) {
            source.setPassword(password);
        }
        source.setConnectTimeout(5);
        source.setSocketTimeout(answerSeconds);
        source.setApplicationName("laurel");
        return source;
    }

    /** The login as properties of a JDBC driver. */
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

    /** Names nothing: the URL may hold a password as well. */
    @Override
    public String toString() {
        return "Login";
    }
}
