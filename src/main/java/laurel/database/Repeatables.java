package laurel.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import laurel.CannotStartException;
import laurel.database.connection.JdbcAddress;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;
import org.jspecify.annotations.Nullable;

/**
 * Prevents an older build from replacing the functions of a newer one. Flyway runs a repeatable migration if its
 * checksum differs from the last run, and cannot know which of the two is newer. Therefore {@code repeatables.txt} lists all
 * checksums that a migration has had: the checksum of a newer build is not listed.
 */
final class Repeatables implements Callback {
    private static final String LIST = "/db/repeatables.txt";
    private static final String LAST_RUN = """
            SELECT checksum FROM flyway_schema_history
            WHERE version IS NULL AND description = ? AND success ORDER BY installed_rank DESC LIMIT 1
            """;

    private final JdbcAddress address;
    private final Map<String, Set<Integer>> known;

    Repeatables(JdbcAddress address) {
        this.address = address;
        this.known = known();
    }

    /** Listed checksums by the description of the migration. */
    static Map<String, Set<Integer>> known() {
        Map<String, Set<Integer>> known = new HashMap<>();
        text().lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            List<String> words = Arrays.asList(line.split(" "));
            Set<Integer> sums = new HashSet<>();
            words.subList(1, words.size()).forEach(word -> sums.add(Integer.valueOf(word)));
            known.put(words.getFirst(), sums);
        });
        return known;
    }

    private static String text() {
        try (InputStream file = Objects.requireNonNull(Repeatables.class.getResourceAsStream(LIST), LIST)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean supports(Event event, Context context) {
        return event == Event.BEFORE_EACH_MIGRATE && !context.getMigrationInfo().isVersioned();
    }

    /** Called under Flyway's lock. */
    @Override
    public void handle(Event event, Context context) {
        MigrationInfo migration = context.getMigrationInfo();
        try {
            Integer last = lastRun(context.getConnection(), migration.getDescription());
            if (last != null
                    && !known.getOrDefault(migration.getDescription(), Set.of()).contains(last)) {
                throw new CannotStartException(
                        "the database %s was migrated by a newer build of Laurel: its functions of \"%s\" are unknown here"
                                .formatted(address, migration.getDescription()));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the history of migrations cannot be read", e);
        }
    }

    private static @Nullable Integer lastRun(Connection connection, String description) throws SQLException {
        try (var statement = connection.prepareStatement(LAST_RUN)) {
            statement.setString(1, description);
            try (var row = statement.executeQuery()) {
                return row.next() ? (Integer) row.getObject(1) : null;
            }
        }
    }

    @Override
    public boolean canHandleInTransaction(Event event, Context context) {
        return true;
    }

    @Override
    public String getCallbackName() {
        return "repeatables";
    }
}
