/**
 * Delivers messages: each node sends what is due, the messages of one webhook in order, with retries after a
 * schedule, only to addresses on the public internet.
 */
@NullMarked
package laurel.webhook.delivery;

import org.jspecify.annotations.NullMarked;
