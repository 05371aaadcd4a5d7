package laurel.bench.measure;

import java.sql.SQLException;
import java.time.Duration;

/** The work of a contestant during its turn. */
public interface Load extends AutoCloseable {
    /** Runs for this long, and at least one operation. No operation is in progress afterwards. */
    Sample run(Duration time) throws Exception;

    @Override
    default void close() throws SQLException {}
}
