package laurel.ranking;

import org.jspecify.annotations.Nullable;

/**
 * What a ranking's movement is measured against.
 *
 * @param ranking that of the same group in the window before; null where nobody stood in that group then
 */
record Previous(@Nullable Ranking ranking) {}
