package laurel.database.sql;

import io.micronaut.serde.annotation.Serdeable;
import java.time.Instant;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An administrative act. The transactions that it starts in its thread are attributed to it: they have it as the setting {@code
 * laurel.act}, from which triggers write the audit. A statement without a transaction that may write gets one. Transactions of
 * other threads, such as those of batches, and transactions without an act are not audited, and cost nothing more.
 *
 * @param app    the app of the request
 * @param actor  name of the caller
 * @param role   role of the caller
 * @param action name of the mutation
 * @param at     time of the request
 */
@Serdeable
public record Act(int app, String actor, String role, String action, Instant at) {
    static final String ATTRIBUTE = "SELECT set_config('laurel.act', (:act::jsonb)::text, true)";

    private static final Pattern WRITE = Pattern.compile("\\b(INSERT|UPDATE|DELETE)\\b");
    private static final ThreadLocal<@Nullable Act> CURRENT = new ThreadLocal<>();

    /** Runs the work of the act in this thread. */
    public <R> R run(Supplier<R> work) {
        Act outer = CURRENT.get();
        CURRENT.set(this);
        try {
            return work.get();
        } finally {
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
    }

    /** The act of this thread; null if it has none. */
    static @Nullable Act current() {
        return CURRENT.get();
    }

    static boolean mayWrite(String statement) {
        return WRITE.matcher(statement).find();
    }
}
