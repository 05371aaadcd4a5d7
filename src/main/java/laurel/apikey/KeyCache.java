package laurel.apikey;

import static java.util.Objects.requireNonNull;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import laurel.Periodic;
import laurel.Serving;
import laurel.apikey.ApiKeyRepository.StoredKey;
import laurel.database.signal.Signal.Topic;
import laurel.database.signal.Signals;
import laurel.request.access.Identity;
import laurel.request.access.KeySource;
import org.jspecify.annotations.Nullable;

/** Checks API keys against those that this node remembers, which it forgets when keys change anywhere. */
@Singleton
@Serving
class KeyCache implements KeySource {
    private static final int MAX_CACHED = 10_000;
    private static final byte[] NO_DIGEST = new byte[32];

    private final ApiKeyRepository repository;
    private final Signals signals;
    private final Cache<String, Optional<StoredKey>> known =
            Caffeine.newBuilder().maximumSize(MAX_CACHED).build();
    /** When keys were used since they were last stored, by public ID. */
    private final Map<String, Instant> uses = new ConcurrentHashMap<>();

    private Signals.@Nullable Registration registration;

    KeyCache(ApiKeyRepository repository, Signals signals) {
        this.repository = repository;
        this.signals = signals;
    }

    @PostConstruct
    void listen() {
        registration = signals.listen(signal -> {
            if (signal.topic() == Topic.PERMISSIONS || signal.topic() == Topic.ANYTHING) {
                known.invalidateAll();
            }
        });
    }

    @PreDestroy
    void close() {
        if (registration != null) {
            registration.close();
        }
    }

    @Override
    public boolean isCached(String key) {
        KeyText text = KeyText.parse(key);
        return text == null || known.getIfPresent(text.publicId()) != null;
    }

    @Override
    public @Nullable Identity identity(String key, Instant now, Consumer<String> beforeRead) {
        KeyText text = KeyText.parse(key);
        if (text == null) {
            return null;
        }
        if (known.getIfPresent(text.publicId()) == null) {
            beforeRead.accept(text.publicId());
        }
        byte[] digest = text.digest();
        Optional<StoredKey> stored = stored(text.publicId());
        if (!matches(digest, stored.orElse(null), now)) {
            return null;
        }
        uses.merge(
                text.publicId(), now.truncatedTo(ChronoUnit.MINUTES), (one, other) -> one.isAfter(other) ? one : other);
        return stored.map(found -> identity(found, digest)).orElse(null);
    }

    /** Compares in constant time, whether or not there is such a key. */
    private static boolean matches(byte[] digest, @Nullable StoredKey stored, Instant now) {
        boolean current = MessageDigest.isEqual(digest, stored == null ? NO_DIGEST : stored.digest());
        byte[] before = stored == null ? null : stored.previousDigest();
        boolean previous = MessageDigest.isEqual(digest, before == null ? NO_DIGEST : before);
        if (stored == null || hasExpired(stored, now)) {
            return false;
        }
        return current || (previous && stored.previousUntil() != null && now.isBefore(stored.previousUntil()));
    }

    @Override
    public boolean isValid(Identity identity, Instant now) {
        byte[] digest = HexFormat.of().parseHex(requireNonNull(identity.keyDigest()));
        return matches(digest, stored(requireNonNull(identity.keyId())).orElse(null), now);
    }

    private Optional<StoredKey> stored(String publicId) {
        return requireNonNull(known.get(publicId, repository::byPublicId), "the loader returns no null");
    }

    private static boolean hasExpired(StoredKey key, Instant now) {
        return key.expiresAt() != null && !now.isBefore(key.expiresAt());
    }

    private static Identity identity(StoredKey key, byte[] digest) {
        return new Identity(
                key.role(),
                "API key " + key.name(),
                key.allApps() ? null : key.appKey(),
                null,
                key.expiresAt(),
                key.publicId(),
                HexFormat.of().formatHex(digest));
    }

    @Periodic(value = "store when API keys were used", every = "laurel.sweep.every:60s", everyNode = true)
    void run() {
        storeUses();
    }

    /** Stores when keys were used. */
    void storeUses() {
        Map<String, Instant> stored = new HashMap<>(uses);
        if (!stored.isEmpty()) {
            repository.setLastUsed(stored);
            stored.forEach(uses::remove);
        }
    }
}
