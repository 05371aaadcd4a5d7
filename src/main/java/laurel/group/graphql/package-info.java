/**
 * Binds {@code group.graphqls}: the directory of an app's groups, from which clients let people choose where they belong.
 */
@NullMarked
package laurel.group.graphql;

import org.jspecify.annotations.NullMarked;
