package laurel.webhook;

/** How many messages of a webhook are sent again. */
public record ReplayedWebhook(Webhook webhook, int replayed) {}
