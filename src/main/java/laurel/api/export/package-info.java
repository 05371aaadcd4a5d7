/**
 * The export of a participant over HTTP: {@code Exports} limits how many run at a time, and {@code ExportStream} sends one while
 * its rows are read.
 */
@NullMarked
package laurel.api.export;

import org.jspecify.annotations.NullMarked;
