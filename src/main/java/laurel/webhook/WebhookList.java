package laurel.webhook;

/**
 * Which webhooks, the oldest first.
 *
 * @param after their ids are greater than this
 * @param size  how many
 */
record WebhookList(long after, int size) {}
