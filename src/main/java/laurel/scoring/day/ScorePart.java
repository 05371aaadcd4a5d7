package laurel.scoring.day;

import io.micronaut.serde.annotation.Serdeable;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * Part of the score of a day.
 *
 * @param achievedAt time at which it counts as achieved
 */
@Serdeable
record ScorePart(Instant achievedAt, BigDecimal score) {}
