package laurel.streak;

import io.micronaut.serde.annotation.Serdeable;
import java.time.ZoneId;
import laurel.leaderboard.Group;

/**
 * The zone of a group.
 *
 * @param group it and every group within it: those that have its values, and maybe more
 */
@Serdeable
public record GroupZone(Group group, ZoneId zone) {}
