/**
 * Global IDs: type, app and numbers of an object, encrypted and authenticated with a key of the database, so that an object
 * has the same ID on every node. Read {@link laurel.graphql.node.NodeIds} first.
 */
@NullMarked
package laurel.graphql.node;

import org.jspecify.annotations.NullMarked;
