/** GraphQL of erasures. */
@NullMarked
package laurel.erasure.graphql;

import org.jspecify.annotations.NullMarked;
