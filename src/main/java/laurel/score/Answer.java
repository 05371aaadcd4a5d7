package laurel.score;

import io.micronaut.serde.annotation.Serdeable;
import java.util.List;

/**
 * What a submission came to.
 *
 * @param changes       one for each window that took it
 * @param closedWindows names of the windows that contain it and took nothing more
 */
@Serdeable
public record Answer(List<EntryChange> changes, List<String> closedWindows) {}
