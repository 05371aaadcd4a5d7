/**
 * Binds {@code app.graphqls}: reads the arguments of the schema, calls {@link laurel.app.Apps}, and returns what it
 * found.
 */
@NullMarked
package laurel.app.graphql;

import org.jspecify.annotations.NullMarked;
