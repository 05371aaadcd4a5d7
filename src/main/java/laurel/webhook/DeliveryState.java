package laurel.webhook;

/** What became of a message. */
public enum DeliveryState {
    /** It is to be sent. */
    PENDING,
    /** It was taken. */
    DELIVERED,
    /** It was tried as often as it is. */
    DEAD
}
