/**
 * Makes messages from events and from changes of rankings, in the transaction that notes how far each webhook has
 * been served: none is lost, none is made twice.
 */
@NullMarked
package laurel.webhook.message;

import org.jspecify.annotations.NullMarked;
