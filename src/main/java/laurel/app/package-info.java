/**
 * Apps: tenants, such as a game, a site or a campus network. All stored objects belong to an app. A request acts in one app:
 * it reads and changes only objects of that app, and keys, IDs and cursors of other apps are unknown to it.
 *
 * <p>The API key and the header of a request determine its app ({@code laurel.api}). This package creates and finds apps;
 * start reading at {@link laurel.app.Apps}. Operators create apps, which are never deleted, so that nodes can cache them.
 */
@NullMarked
package laurel.app;

import org.jspecify.annotations.NullMarked;
