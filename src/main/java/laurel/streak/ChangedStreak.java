package laurel.streak;

import laurel.job.Job;
import org.jspecify.annotations.Nullable;

/**
 * A streak after a change of it.
 *
 * @param job that completes the change; null if nothing is left to do
 */
public record ChangedStreak(Streak streak, @Nullable Job job) {}
