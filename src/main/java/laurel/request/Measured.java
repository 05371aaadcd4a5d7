package laurel.request;

/** A value of a loader with texts or lists of variable length. Its size counts towards the size limit of the response. */
public interface Measured {
    /** Returns the approximate size of its texts and lists in memory. */
    long heldBytes();
}
