/**
 * Creates messages from events and from changes of rankings, in the transaction that advances the webhook's positions: no
 * message is lost, and none is created twice. Read {@link laurel.webhook.message.MessageMaker} first.
 */
@NullMarked
package laurel.webhook.message;

import org.jspecify.annotations.NullMarked;
