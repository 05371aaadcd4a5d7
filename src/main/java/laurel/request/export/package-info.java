/**
 * The export of everything that is stored about a participant. Each feature contributes its sections with a bean of {@link
 * laurel.request.export.ExportSource}; {@link laurel.request.export.ExportDocument} combines them. Rows are read while the
 * document is written, so that it is never in memory as a whole. The edge runs it in one snapshot of the database.
 */
@NullMarked
package laurel.request.export;

import org.jspecify.annotations.NullMarked;
