/** Laurel ranks people and things over time. Each package below is one feature; its own page tells its story. */
@NullMarked
package laurel;

import org.jspecify.annotations.NullMarked;
