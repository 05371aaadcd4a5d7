package laurel.api.rate;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Objects;
import laurel.api.error.RateLimitedException;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.access.Identity;
import laurel.request.access.Role;
import org.jspecify.annotations.Nullable;

/**
 * The budgets of all callers, and the wrong credentials of all addresses. Keeps a bounded number of each: those that are used
 * least are forgotten, and start again as full.
 *
 * <p>An address that has sent too many wrong credentials may not use correct ones either, or it would see which guess is
 * correct. Identities that it has used recently stay valid: other clients may share the address.
 */
@Singleton
public final class RateLimiter {
    /** Time after which an unused bucket is forgotten; long enough for a debt to be paid. */
    private static final Duration IDLE = Duration.ofHours(1);

    private final RateSettings settings;
    private final TimeMeter time;
    private final Cache<BudgetOwner, Bucket> buckets;
    private final Cache<String, Bucket> guesses;
    private final Cache<Known, Boolean> known;

    RateLimiter(RateSettings settings, TimeMeter time) {
        this.settings = settings;
        this.time = time;
        this.buckets = cache();
        this.guesses = cache();
        this.known = cache();
    }

    private <K, V> Cache<K, V> cache() {
        return Caffeine.newBuilder()
                .maximumSize(settings.buckets())
                .expireAfterAccess(IDLE)
                .ticker(time::currentTimeNanos)
                .executor(Runnable::run)
                .<K, V>build();
    }

    /** Owner of a budget: an identity, or the clients without credentials, or the handshakes, of one address. */
    private record BudgetOwner(Role role, @Nullable String app, String name, Identity.@Nullable Player player) {
        static BudgetOwner of(Identity identity, String address) {
            return identity.role() == Role.ANONYMOUS
                    ? new BudgetOwner(Role.ANONYMOUS, identity.app(), address, null)
                    : new BudgetOwner(
                            identity.role(),
                            identity.app(),
                            // Names of API keys are not unique.
                            Objects.requireNonNullElse(identity.keyId(), identity.name()),
                            identity.player());
        }
    }

    /** An identity that an address has used: the public ID of an API key, or the owner of a budget. */
    private record Known(String address, Object identity) {}

    /**
     * Returns the budget of a caller with valid credentials, or without any. Throws RATE_LIMITED if its address guesses
     * credentials.
     *
     * @param address of the client, as {@link ClientAddresses} returns it
     */
    public Budget budget(Identity identity, String address) {
        BudgetOwner key = BudgetOwner.of(identity, address);
        if (identity.role() != Role.ANONYMOUS) {
            checkGuesses(address, Objects.requireNonNullElse(identity.keyId(), key));
        }
        return budget(key);
    }

    /**
     * Returns the budget of an address for WebSocket handshakes, at the rate of ANONYMOUS: their callers are not known yet. It is
     * separate, so that requests without credentials do not keep players of the same address from connecting.
     *
     * @param address of the client, as {@link ClientAddresses} returns it
     */
    public Budget handshakes(String address) {
        return budget(new BudgetOwner(Role.ANONYMOUS, null, "handshakes of " + address, null));
    }

    private Budget budget(BudgetOwner key) {
        Rate rate = settings.of(key.role());
        return rate.unlimited()
                ? Budget.UNLIMITED
                : new Budget(() -> buckets.get(key, owner -> rate.bucket(time)), rate, settings.minimumCharge());
    }

    /**
     * Throws RATE_LIMITED if an address guesses credentials, before an API key that it has not used is read.
     *
     * @param keyId public ID of the key, which may not exist
     */
    public void checkUnread(String keyId, String address) {
        if (known.getIfPresent(new Known(address, keyId)) == null) {
            checkGuesses(address);
        }
    }

    private void checkGuesses(String address, Object identity) {
        var pair = new Known(address, identity);
        // Writing to the cache for each request would cost more than the rest of the check.
        if (known.getIfPresent(pair) == null) {
            checkGuesses(address);
            known.put(pair, true);
        }
    }

    private void checkGuesses(String address) {
        Bucket wrong = guesses.getIfPresent(address);
        if (wrong != null && wrong.getAvailableTokens() < 1) {
            throw tooManyGuesses(wrong);
        }
    }

    /**
     * Counts credentials as wrong if the error is UNAUTHENTICATED; others may be right. Returns the error of the request: this one,
     * or RATE_LIMITED if there were too many.
     */
    public RequestException failedAuthentication(String address, RequestException error) {
        Rate rate = settings.guesses();
        if (rate.unlimited() || error.code() != RequestErrorCode.UNAUTHENTICATED) {
            return error;
        }
        Bucket wrong = guesses.get(address, one -> rate.bucket(time));
        return wrong.tryConsume(1) ? error : tooManyGuesses(wrong);
    }

    private static RateLimitedException tooManyGuesses(Bucket wrong) {
        return RateLimitedException.after(
                wrong.estimateAbilityToConsume(1).getNanosToWaitForRefill(),
                "The address has sent too many wrong credentials (`laurel.rates.failed-authentications`)");
    }

    /** The number of budgets in memory. */
    long size() {
        buckets.cleanUp();
        return buckets.estimatedSize();
    }
}
