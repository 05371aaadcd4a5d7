/**
 * Binds the mutation of {@code erasure.graphqls}: it reads the participant and what happens to its entries, and starts the
 * erasure.
 */
@NullMarked
package laurel.erasure.graphql;

import org.jspecify.annotations.NullMarked;
