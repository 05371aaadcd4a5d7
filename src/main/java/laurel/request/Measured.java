package laurel.request;

/** A value of a loader that holds texts or lists of any length, which the answer is charged for while it is made. */
public interface Measured {
    /** Of its texts, and of what else it may have much of; about as many as in memory. */
    long heldBytes();
}
