/**
 * Apps: tenants, each a game, a site, a campus network. Everything that Laurel keeps belongs to one, and nothing crosses:
 * every question and every change is about the app that the request acts in, and another app's keys, ids and cursors
 * mean nothing there.
 *
 * <p>Which app a request acts in is decided at the edge, by its key and its header; here is only which apps there are.
 * They are made by the operator and never deleted, so what one node knows of them stays true.
 */
@NullMarked
package laurel.app;

import org.jspecify.annotations.NullMarked;
