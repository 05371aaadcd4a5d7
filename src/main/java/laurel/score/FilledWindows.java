package laurel.score;

import java.util.List;

/**
 * What filling came to.
 *
 * @param windows     how many took submissions that they had not
 * @param submissions how many count in windows in which they had not
 * @param entries     how many came, changed or went
 * @param changes     the first of these
 * @param dryRun      whether that is only what would be, and nothing was stored
 */
public record FilledWindows(int windows, int submissions, int entries, List<FillChange> changes, boolean dryRun) {}
