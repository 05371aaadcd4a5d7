package laurel.database.embedded;

import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.core.bind.annotation.Bindable;
import java.nio.file.Files;
import java.nio.file.Path;
import laurel.CannotStartException;

/**
 * Where the embedded PostgreSQL keeps its files; unused with an external database.
 *
 * @param dataDirectory {@code laurel.data-directory}, default {@code laurel-data} in {@code laurel.home},
 *     which is the project with the build's run command, else the working directory; created
 *     when it is missing, readable by its owner alone
 */
@ConfigurationProperties("laurel")
public record DataDirectory(
        @Bindable(defaultValue = "laurel-data") Path dataDirectory) {

    /** Throws {@link CannotStartException} where no service has run yet: whoever asks for its data looks elsewhere. */
    public void requireData() {
        if (!Files.exists(new ServerFiles(dataDirectory).cluster())) {
            throw new CannotStartException(
                    "there is no data in %s: LAUREL_DATA_DIRECTORY says where it is, or LAUREL_DATABASE_URL"
                            .formatted(dataDirectory.toAbsolutePath().normalize()));
        }
    }
}
