package laurel.streak;

import laurel.job.Job;
import org.jspecify.annotations.Nullable;

/**
 * A streak after a change.
 *
 * @param job job that does the remaining work; null if none remains
 */
public record ChangedStreak(Streak streak, @Nullable Job job) {}
