package laurel.window;

import io.micronaut.core.annotation.Introspected;

/**
 * A window that a board has had.
 *
 * @param ofZone whether it follows the wall clock of its zone
 */
@Introspected
record StoodWindow(Window window, boolean ofZone) {}
