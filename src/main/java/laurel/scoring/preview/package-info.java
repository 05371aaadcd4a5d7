/**
 * Previews of versions of policies: how ranks on past days would differ from those by the active versions. Stores nothing.
 */
@NullMarked
package laurel.scoring.preview;

import org.jspecify.annotations.NullMarked;
