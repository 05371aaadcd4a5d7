package laurel.request;

import java.util.OptionalInt;

/** Finds the app (tenant) that a request names. Whoever keeps the apps has the one bean of this type. */
@FunctionalInterface
public interface AppSource {
    /** The id of the app of this key; empty where there is none, or could be none. */
    OptionalInt idOf(String key);
}
