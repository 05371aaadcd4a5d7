package laurel.graphql;

import java.sql.SQLTransientConnectionException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import laurel.database.Batcher;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;

/**
 * Look-ups of many requests at once: those of a lane that arrive while one is under way are made together by the next, so
 * that a busy service asks the database less often and an idle one as soon as ever. Each reads what was committed before it
 * arrived. For look-ups that are quick, for they wait for each other; one whose gathered statement fails is tried again by
 * itself, on its own thread, so nobody answers for another. Whose request ends stops waiting, and stops nobody else.
 *
 * @param <L> tells lanes apart: what keys must have in common to be looked up together, such as their app
 */
public final class Gathered<L, K, V> {
    /** What one statement may find, so that it stays quick however many wait; a look-up of more is made by itself. */
    private static final int MOST = 500;

    private final BiFunction<L, Set<K>, Map<K, V>> load;
    private final ToIntFunction<Set<K>> size;
    // Empty is the answer where the statement failed that was made for several.
    private final Batcher<L, Set<K>, Optional<Map<K, V>>> gathering;

    /** @param load gives the values of keys, by key; those that do not exist are absent */
    public Gathered(BiFunction<L, Set<K>, Map<K, V>> load) {
        this(load, Set::size);
    }

    /** @param size how much the values of these keys are, in rows or so */
    public Gathered(BiFunction<L, Set<K>, Map<K, V>> load, ToIntFunction<Set<K>> size) {
        this.load = load;
        this.size = size;
        this.gathering = new Batcher<>(MOST, Integer.MAX_VALUE, size, this::together, e -> false);
    }

    /** The values of these keys, by key; those that do not exist are absent. */
    public Map<K, V> load(L lane, Set<K> keys) {
        if (size.applyAsInt(keys) > MOST) {
            return load.apply(lane, keys);
        }
        try {
            return gathering.ask(lane, keys).orElseGet(() -> load.apply(lane, keys));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RequestException(RequestErrorCode.UNAVAILABLE, "The service is stopping", e);
        }
    }

    private List<Optional<Map<K, V>>> together(L lane, List<Set<K>> asked) {
        if (asked.size() == 1) {
            return List.of(Optional.of(load.apply(lane, asked.getFirst())));
        }
        Set<K> all = new HashSet<>();
        asked.forEach(all::addAll);
        try {
            Map<K, V> found = load.apply(lane, all);
            return asked.stream().map(keys -> Optional.of(part(found, keys))).toList();
        } catch (RuntimeException e) {
            if (unreachable(e)) {
                throw e;
            }
            return Collections.nCopies(asked.size(), Optional.empty());
        }
    }

    /** Whether no connection was to be had, for which everybody has waited long enough. */
    private static boolean unreachable(RuntimeException failure) {
        return Stream.iterate((Throwable) failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(SQLTransientConnectionException.class::isInstance);
    }

    private static <K, V> Map<K, V> part(Map<K, V> found, Set<K> keys) {
        Map<K, V> part = new HashMap<>();
        for (K key : keys) {
            V value = found.get(key);
            if (value != null) {
                part.put(key, value);
            }
        }
        return part;
    }
}
