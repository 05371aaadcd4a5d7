/**
 * Operations on connections that stay open, whichever the transport: how each starts, delivers at the pace of its
 * client, and ends.
 */
@NullMarked
package laurel.api.operation;

import org.jspecify.annotations.NullMarked;
