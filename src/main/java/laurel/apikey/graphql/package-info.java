/**
 * Binds {@code apikey.graphqls}: reads the arguments of the schema, calls {@link laurel.apikey.ApiKeys}, and returns what it
 * found.
 */
@NullMarked
package laurel.apikey.graphql;

import org.jspecify.annotations.NullMarked;
