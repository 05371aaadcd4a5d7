/**
 * Previews of versions of policies: what days that have passed would come to, compared with the active version,
 * without storing anything.
 */
@NullMarked
package laurel.scoring.preview;

import org.jspecify.annotations.NullMarked;
