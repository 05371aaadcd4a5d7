package laurel.request;

import java.util.OptionalInt;

/** Finds the app (tenant) that a request names. Whoever keeps the apps has the one bean of this type. */
@FunctionalInterface
public interface AppSource {
    /** ID of the default app, which the first migration creates. */
    int DEFAULT_APP = 1;
    /** Key of the default app. */
    String DEFAULT_APP_KEY = "default";

    /** The id of the app of this key; empty where there is none, or could be none. */
    OptionalInt idOf(String key);
}
