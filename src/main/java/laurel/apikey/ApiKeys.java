package laurel.apikey;

import io.micronaut.core.annotation.Introspected;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import laurel.database.signal.Signal;
import laurel.database.signal.Signal.Topic;
import laurel.database.signal.Signals;
import laurel.database.sql.Sql;
import laurel.request.ErrorCode;
import laurel.request.ListRequest;
import laurel.request.RefusedException;
import laurel.request.Text;
import laurel.request.access.Identity;
import laurel.request.access.Role;
import org.jspecify.annotations.Nullable;

/** Creates, rotates, revokes and lists API keys. Keys for all apps exist only for operators. */
@Singleton
public class ApiKeys {
    /** Maximum number of valid keys of an app. */
    public static final int MAX = 100;

    /** Maximum time for which the previous secret of a rotated key stays valid. */
    public static final Duration MAX_OVERLAP = Duration.ofDays(30);

    private static final int MAX_NAME = 100;

    private final Sql sql;
    private final ApiKeyRepository repository;
    private final Signals signals;

    ApiKeys(Sql sql, ApiKeyRepository repository, Signals signals) {
        this.sql = sql;
        this.repository = repository;
        this.signals = signals;
    }

    /**
     * A key to create.
     *
     * @param name      1 to 100 characters
     * @param role      READER, WRITER or ADMIN
     * @param allApps   whether it is valid in every app
     * @param expiresAt in the future; null for no expiry
     */
    @Introspected
    public record NewApiKey(
            String name,
            Role role,
            boolean allApps,
            @Nullable Instant expiresAt) {}

    /**
     * Creates a key. Refuses, in this order: INVALID_TEXT, INVALID_ROLE, EXPIRY_OUT_OF_RANGE, LIMIT_REACHED.
     *
     * @param creator administers the app; operators only may create keys for all apps
     */
    public ApiKey.Issued create(int app, NewApiKey given, Identity creator, Instant now) {
        Text.line(given.name(), MAX_NAME, ErrorCode.INVALID_TEXT, "name");
        if (!given.role().includes(Role.READER)) {
            throw new RefusedException(
                    ErrorCode.INVALID_ROLE, "The role of an API key is READER, WRITER or ADMIN.", "role");
        }
        if (given.expiresAt() != null && !given.expiresAt().isAfter(now)) {
            throw new RefusedException(
                    ErrorCode.EXPIRY_OUT_OF_RANGE, "`expiresAt` must be in the future.", "expiresAt");
        }
        KeyText key = KeyText.generate(KeyText.newPublicId());
        return sql.inTransaction(() -> {
            checkLimit(app, now);
            return new ApiKey.Issued(
                    repository.insert(app, given, key.publicId(), key.digest(), now, creator.name()), key.text());
        });
    }

    private void checkLimit(int app, Instant now) {
        repository.lock(app);
        if (repository.countValid(app, now) >= MAX) {
            throw RefusedException.limit(
                    ErrorCode.LIMIT_REACHED,
                    MAX,
                    "The app has " + MAX + " valid API keys, as many as allowed.",
                    "name");
        }
    }

    /**
     * Replaces the secret of a key. Refuses, in this order: EXPIRY_OUT_OF_RANGE, API_KEY_NOT_FOUND, API_KEY_REVOKED.
     *
     * @param id            empty if the request has no such key
     * @param previousUntil when the previous secret stops being valid, at most {@link #MAX_OVERLAP} from now; null for now
     */
    public ApiKey.Issued rotate(
            int app, Optional<Long> id, @Nullable Instant previousUntil, Identity caller, Instant now) {
        if (previousUntil != null && previousUntil.isAfter(now.plus(MAX_OVERLAP))) {
            throw new RefusedException(
                    ErrorCode.EXPIRY_OUT_OF_RANGE,
                    "`previousExpiresAt` must be at most " + MAX_OVERLAP.toDays() + " days from now.",
                    "previousExpiresAt");
        }
        return sql.inTransaction(() -> {
            ApiKey key = locked(app, id, caller);
            KeyText text = KeyText.generate(key.publicId());
            ApiKey rotated = repository.rotate(key.id(), text.digest(), previousUntil, now);
            announce();
            return new ApiKey.Issued(rotated, text.text());
        });
    }

    /** Revokes a key. Refuses, in this order: API_KEY_NOT_FOUND, API_KEY_REVOKED. */
    public ApiKey revoke(int app, Optional<Long> id, Identity caller, Instant now) {
        return sql.inTransaction(() -> {
            ApiKey revoked = repository.revoke(locked(app, id, caller).id(), now);
            announce();
            return revoked;
        });
    }

    private ApiKey locked(int app, Optional<Long> id, Identity caller) {
        ApiKey key = id.flatMap(number -> repository.locked(app, number))
                .filter(found -> isVisible(found, caller))
                .orElseThrow(() -> new RefusedException(
                        ErrorCode.API_KEY_NOT_FOUND, "The app has no API key with this ID.", "apiKeyId"));
        if (key.revokedAt() != null) {
            throw new RefusedException(ErrorCode.API_KEY_REVOKED, "The API key is revoked already.", "apiKeyId");
        }
        return key;
    }

    private void announce() {
        signals.afterCommit(List.of(new Signal(Topic.PERMISSIONS, 0)));
    }

    private static boolean isVisible(ApiKey key, Identity caller) {
        return !key.allApps() || caller.operator();
    }

    /** Returns the keys with these IDs, by ID; those that the caller may not see are absent. */
    public Map<Long, ApiKey> byIds(int app, Set<Long> ids, Identity caller) {
        return repository.byIds(app, ids).stream()
                .filter(key -> isVisible(key, caller))
                .collect(Collectors.toMap(ApiKey::id, Function.identity()));
    }

    /**
     * Returns the keys of each list, newest first.
     *
     * @param lists filtered by whether they have keys for all apps
     */
    public Map<ListRequest<Boolean, Long>, List<ApiKey>> listed(int app, Set<ListRequest<Boolean, Long>> lists) {
        return repository.listed(app, List.copyOf(lists));
    }
}
