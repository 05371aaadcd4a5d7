/**
 * Global IDs: each is the type and the number of an object, encrypted and authenticated with a key of this database,
 * so that the same object has the same ID on every node.
 */
@NullMarked
package laurel.graphql.node;

import org.jspecify.annotations.NullMarked;
