package laurel.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files {@code src/test/resources/sql/**.sql} show SQL that Java composes from fragments, so that it can be read and
 * reviewed. {@code -Dlaurel.sql.write=true} rewrites them.
 */
public final class SqlFile {
    private static final Path DIRECTORY = Path.of("src/test/resources/sql");
    private static final String WRITE = "laurel.sql.write";

    private SqlFile() {}

    /** Checks that the file shows this SQL. */
    public static void check(String name, String sql) {
        Path file = DIRECTORY.resolve(name + ".sql");
        String formatted = SqlFormatter.format(sql);
        try {
            if (Boolean.getBoolean(WRITE)) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, formatted);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(file)
                .as("%s is out of date: ./mvnw test -Dtest='*SqlFileTest' -D%s=true", file, WRITE)
                .content()
                .isEqualTo(formatted);
    }
}
