package laurel.score;

import org.jspecify.annotations.Nullable;

/**
 * Which submission is to be taken out again.
 *
 * @param id     no id of a submission is one that there is not
 * @param dryRun whether it shall only be told what that would change
 */
public record Removal(long id, @Nullable String reason, boolean dryRun) {}
