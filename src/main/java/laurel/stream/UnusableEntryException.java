package laurel.stream;

/** An entry that cannot be what its mapping says. The message is for a person; there is no stack trace. */
final class UnusableEntryException extends RuntimeException {
    UnusableEntryException(String message) {
        super(message, null, false, false);
    }
}
