package laurel.bench.measure;

import java.sql.SQLException;
import java.time.Duration;

/** What a contestant does when it is its turn. */
public interface Load extends AutoCloseable {
    /** Goes on for this long, and at least until one operation has ended; nothing is under way afterwards. */
    Sample run(Duration time) throws Exception;

    @Override
    default void close() throws SQLException {}
}
