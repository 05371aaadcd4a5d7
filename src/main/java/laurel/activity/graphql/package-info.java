/**
 * Binds {@code activity.graphqls}: reads events from the arguments of the schema, and returns what was recorded.
 */
@NullMarked
package laurel.activity.graphql;

import org.jspecify.annotations.NullMarked;
