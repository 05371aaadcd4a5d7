package laurel.api.rate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import laurel.api.error.RateLimitedException;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.request.access.Identity;
import laurel.request.access.Role;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Budgets and wrong credentials. Time passes only when a test says so. */
final class RateLimiterTest {
    private static final Instant NOW = Instant.parse("2026-05-04T12:00:00Z");
    private static final Identity READER = new Identity(Role.READER, "key 1", "game", null);

    private final RequestException wrong = new RequestException(RequestErrorCode.UNAUTHENTICATED, "wrong");
    private final TickingTime time = new TickingTime();
    /** Anonymous: 60 a minute, at most 30; players: 600, at most 100; a request costs at least 10. */
    private final RateLimiter limiter = limiter(100);

    private RateLimiter limiter(int buckets) {
        return new RateLimiter(new RateSettings(60, 30, 600, 100, 0, 0, 0, 0, 0, 0, 10, 3, buckets), time);
    }

    private Budget player(String id) {
        var player = new Identity(Role.PLAYER, "player", "game", new Identity.Player("ACCOUNT", id));
        return limiter.budget(player, "192.0.2.1");
    }

    private Budget anonymous(String address) {
        return limiter.budget(new Identity(Role.ANONYMOUS, "anonymous", "game", null), address);
    }

    private static void charge(Budget budget, long cost) {
        budget.chargeRequest();
        budget.chargeOperation(cost);
    }

    private static void assertRefused(long seconds, ThrowingCallable request) {
        assertThatThrownBy(request).isInstanceOfSatisfying(RateLimitedException.class, e -> assertThat(e.retryAfter())
                .as(e.message())
                .isEqualTo(seconds));
    }

    @Test
    void refusesUntilBudgetHasFilled() {
        Budget budget = player("ann");
        for (int n = 0; n < 10; n++) {
            charge(budget, 1);
        }
        assertRefused(1, budget::chargeRequest);
        time.pass(Duration.ofMillis(999));
        assertRefused(1, budget::chargeRequest);
        time.pass(Duration.ofMillis(1));
        charge(budget, 1);
        assertRefused(1, budget::chargeRequest);
        time.pass(Duration.ofDays(1));
        for (int n = 0; n < 10; n++) {
            charge(budget, 10);
        }
        assertRefused(1, budget::chargeRequest);
    }

    @Test
    void chargesCost() {
        Budget budget = player("ann");
        charge(budget, 70);
        assertThat(requireNonNull(budget.at(NOW))).isEqualTo(new Budget.State(30, NOW.plusSeconds(7)));
        assertRefused(2, () -> charge(budget, 40));
        time.pass(Duration.ofSeconds(2));
        charge(budget, 40);
        assertThat(requireNonNull(budget.at(NOW)).remaining()).isZero();
    }

    /** Otherwise the client could never send it, or would pay only a part. */
    @Test
    void lendsToOperationsThatExceedTheBudget() {
        Budget budget = player("ann");
        budget.chargeRequest();
        budget.chargeOperation(5_000_000);
        assertThat(requireNonNull(budget.at(NOW))).isEqualTo(new Budget.State(0, NOW.plusSeconds(100)));
        assertRefused(91, budget::chargeRequest);
        time.pass(Duration.ofSeconds(99));
        assertRefused(2, () -> charge(budget, 1_000));
    }

    @Test
    void countsPlayersAndAddressesApart() {
        charge(player("ann"), 100);
        assertRefused(1, player("ann")::chargeRequest);
        assertThatCode(() -> charge(player("bea"), 100)).doesNotThrowAnyException();
        charge(anonymous("192.0.2.1"), 30);
        assertRefused(10, anonymous("192.0.2.1")::chargeRequest);
        assertThatCode(() -> charge(anonymous("192.0.2.2"), 30)).doesNotThrowAnyException();
    }

    @Test
    void doesNotLimitUnlimitedRoles() {
        Budget budget = limiter.budget(READER, "192.0.2.1");
        charge(budget, Integer.MAX_VALUE);
        charge(budget, Integer.MAX_VALUE);
        assertThat(budget.at(NOW)).isNull();
        assertThat(limiter.size()).isZero();
    }

    @Test
    void slowsGuessesDown() {
        for (int n = 0; n < 3; n++) {
            assertThat(limiter.failedAuthentication("192.0.2.1", wrong)).isSameAs(wrong);
        }
        assertThat(limiter.failedAuthentication("192.0.2.1", wrong)).isInstanceOf(RateLimitedException.class);
        assertThat(limiter.failedAuthentication("192.0.2.2", wrong)).isSameAs(wrong);
        assertRefused(20, () -> limiter.budget(READER, "192.0.2.1"));
        time.pass(Duration.ofSeconds(20));
        assertThatCode(() -> limiter.budget(READER, "192.0.2.1")).doesNotThrowAnyException();
        assertThat(limiter.failedAuthentication("192.0.2.1", wrong)).isSameAs(wrong);
    }

    /** Clients behind the same proxy continue while one of them has a wrong key. */
    @Test
    void acceptsKnownIdentitiesOfAnAddressThatGuesses() {
        limiter.budget(READER, "192.0.2.1");
        for (int n = 0; n < 9; n++) {
            limiter.failedAuthentication("192.0.2.1", wrong);
        }
        assertThatCode(() -> limiter.budget(READER, "192.0.2.1")).doesNotThrowAnyException();
        assertRefused(20, () -> player("ann"));
    }

    @Test
    void refusesUnreadKeysOfAnAddressThatGuesses() {
        limiter.budget(new Identity(Role.READER, "API key", null, null, null, "used", "digest"), "192.0.2.1");
        for (int n = 0; n < 3; n++) {
            limiter.checkUnread("other", "192.0.2.1");
            limiter.failedAuthentication("192.0.2.1", wrong);
        }
        assertRefused(20, () -> limiter.checkUnread("other", "192.0.2.1"));
        assertThatCode(() -> limiter.checkUnread("used", "192.0.2.1")).doesNotThrowAnyException();
        assertThatCode(() -> limiter.checkUnread("other", "192.0.2.2")).doesNotThrowAnyException();
        time.pass(Duration.ofSeconds(20));
        assertThatCode(() -> limiter.checkUnread("other", "192.0.2.1")).doesNotThrowAnyException();
    }

    @Test
    void keepsBoundedNumberOfBudgets() {
        RateLimiter small = limiter(10);
        for (int n = 0; n < 1_000; n++) {
            small.budget(new Identity(Role.ANONYMOUS, "anonymous", "game", null), "192.0.2." + n)
                    .chargeRequest();
        }
        assertThat(small.size()).isBetween(1L, 10L);
    }

    @Test
    void forgetsUnusedBudgets() {
        anonymous("192.0.2.1").chargeRequest();
        assertThat(limiter.size()).isEqualTo(1);
        time.pass(Duration.ofMinutes(61));
        assertThat(limiter.size()).isZero();
    }
}
