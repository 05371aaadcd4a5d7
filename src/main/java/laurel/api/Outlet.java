package laurel.api;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The way to the client of one operation. Its methods return at once. */
interface Outlet {
    /**
     * Sends a result, which is JSON.
     *
     * @return done when it has left; null where the client takes so little that there is no room for it
     */
    @Nullable
    CompletionStage<?> next(byte[] result);

    /** Says why the operation ended, as its last word. */
    void error(List<?> errors);

    /** Says that the operation is at its end, as its last word. */
    void complete();
}
