package laurel.window;

import org.jdbi.v3.core.mapper.Nested;

/**
 * A window that a board has had.
 *
 * @param ofZone whether it follows the wall clock of its zone
 */
record StoodWindow(@Nested Window window, boolean ofZone) {}
