/**
 * Runs GraphQL operations: the schema put together from the files of the features, a cache of parsed documents,
 * limits on depth, fields, time and memory.
 */
@NullMarked
package laurel.api.engine;

import org.jspecify.annotations.NullMarked;
