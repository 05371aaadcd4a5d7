package laurel.database.embedded;

import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.core.bind.annotation.Bindable;
import java.nio.file.Files;
import java.nio.file.Path;
import laurel.CannotStartException;

/**
 * Directory of the embedded PostgreSQL; unused with an external database.
 *
 * @param dataDirectory {@code laurel.data-directory}, default {@code laurel-data} in {@code laurel.home},
 *     which is the project for the build's run command, otherwise the working directory. It is created
 *     if missing, readable only by its owner
 */
@ConfigurationProperties("laurel")
public record DataDirectory(
        @Bindable(defaultValue = "laurel-data") Path dataDirectory) {

    /** Throws {@link CannotStartException} if no service has run in the directory. */
    public void requireData() {
        if (!Files.exists(new ServerFiles(dataDirectory).cluster())) {
            throw new CannotStartException(
                    "the directory %s holds no data of Laurel; set LAUREL_DATA_DIRECTORY or LAUREL_DATABASE_URL"
                            .formatted(dataDirectory.toAbsolutePath().normalize()));
        }
    }
}
