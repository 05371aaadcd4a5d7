package laurel.webhook;

/** Whether a webhook's messages are made and sent. */
public enum WebhookState {
    /** They are. */
    ENABLED,
    /** They are not, because a person said so. */
    DISABLED,
    /** They are not, because none arrived for long. */
    PAUSED,
    /** They are not, because the address said that it is gone. */
    GONE
}
