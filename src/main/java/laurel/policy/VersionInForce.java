package laurel.policy;

import io.micronaut.serde.annotation.Serdeable;
import java.time.LocalDate;

/**
 * Which version scores from a day on.
 *
 * @param from {@link #EVER} of the first
 */
@Serdeable
public record VersionInForce(LocalDate from, int version) {
    /** No day is before it. */
    static final LocalDate EVER = LocalDate.of(1, 1, 1);
}
