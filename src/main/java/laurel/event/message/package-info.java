/**
 * Events as messages to other systems: the JSON that webhooks and Redis Streams send, one message per event. Its format is in
 * {@code src/docs/webhooks.md}, and as a JSON schema in {@code src/docs/schemas}. Read {@link
 * laurel.event.message.EventMessages} first.
 */
@NullMarked
package laurel.event.message;

import org.jspecify.annotations.NullMarked;
