/**
 * What is stored of activity, as others read it: the export of the events, tallies and groups of a participant for
 * administrators and for the player itself.
 */
@NullMarked
package laurel.activity.stored;

import org.jspecify.annotations.NullMarked;
