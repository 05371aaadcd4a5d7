package laurel.request;

import java.util.OptionalInt;
import java.util.Set;

/** Finds the app (tenant) that a request names. The feature that stores apps has the only bean of this type. */
public interface AppSource {
    /** ID of the default app, which the first migration creates. */
    int DEFAULT_APP = 1;
    /** Key of the default app. */
    String DEFAULT_APP_KEY = "default";

    /** Returns the id of the app with a key. Empty if there is none. */
    OptionalInt idOf(String key);

    /** Whether {@link #anonymousApps} answers without reading the database. */
    boolean isAnonymousKnown();

    /** IDs of the apps that callers without credentials may read. */
    Set<Integer> anonymousApps();
}
