package laurel.stream;

import org.jspecify.annotations.Nullable;

/** The text of a mapping is not one. The message says where, and what is to be there. */
final class MappingException extends RuntimeException {
    MappingException(String path, @Nullable String why) {
        super((path.isEmpty() ? "it" : path) + " " + why, null, false, false);
    }
}
