/**
 * Binds {@code badge.graphqls}: reads definitions and rules of badges, and returns badges, their versions and their
 * awards.
 */
@NullMarked
package laurel.badge.graphql;

import org.jspecify.annotations.NullMarked;
