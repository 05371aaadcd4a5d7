package laurel.stream;

/** An app has as many entries set aside as it may: its streams wait until a person has seen to some. */
final class TooManySetAsideException extends RuntimeException {
    TooManySetAsideException(String stream, int most) {
        super("streams wait, because " + most + " entries are set aside (laurel.limits.set-aside), and one more of "
                + stream);
    }
}
