/**
 * Binds {@code streak.graphqls}: reads definitions of streaks and day rules, and returns streaks of participants
 * with their runs, freezes and amnesties.
 */
@NullMarked
package laurel.streak.graphql;

import org.jspecify.annotations.NullMarked;
