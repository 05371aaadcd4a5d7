package laurel.api.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import laurel.CannotStartException;
import laurel.request.access.Identity;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfiguredKeysTest {
    private static final String KEY = "0123456789abcdef";

    @Test
    void acceptsOnlyConfiguredKeys() {
        var keys = new ConfiguredKeys(List.of(KEY, " another-key-of-length "), "0.0.0.0", null, "jdbc:postgresql:x");
        assertThat(keys.required()).isTrue();
        assertThat(keys.identity(KEY)).matches(Identity::operator);
        assertThat(keys.identity("another-key-of-length")).matches(Identity::operator);
        assertThat(keys.identity(KEY + "0")).isNull();
        assertThat(keys.identity("")).isNull();
    }

    @Test
    void bindsKeyToApp() {
        var keys = new ConfiguredKeys(List.of("game:" + KEY, KEY + "0", "my.app:" + KEY + "1"), "0.0.0.0", null, null);
        assertThat(keys.identity(KEY)).extracting(Identity::app).isEqualTo("game");
        assertThat(keys.identity(KEY + "0")).matches(Identity::operator);
        assertThat(keys.identity(KEY + "1")).extracting(Identity::app).isEqualTo("my.app");
        assertThat(keys.identity("game:" + KEY)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {":" + KEY, "Game:" + KEY, "game:short", "game:" + KEY + ":x", "a b:" + KEY, "game:", "::"})
    void rejectsInvalidAppPrefix(String key) {
        assertStartupRefused(() -> new ConfiguredKeys(List.of("another-key-of-length", key), "127.0.0.1", null, null))
                .hasMessageStartingWith("laurel.keys: key 2")
                .hasMessageNotContaining(KEY);
    }

    @Test
    void rejectsKeyWithTwoScopes() {
        assertStartupRefused(() -> new ConfiguredKeys(List.of("game:" + KEY, KEY), "127.0.0.1", null, null))
                .hasMessageContaining("key 2");
        assertStartupRefused(() -> new ConfiguredKeys(List.of("game:" + KEY, "chess:" + KEY), "127.0.0.1", null, null))
                .hasMessageContaining("key 2");
        var repeated = new ConfiguredKeys(List.of("game:" + KEY, "game:" + KEY), "127.0.0.1", null, null);
        assertThat(repeated.identity(KEY)).extracting(Identity::app).isEqualTo("game");
    }

    @ParameterizedTest
    @ValueSource(strings = {"short", "fifteen-letters", "with space inside it", "schlüssel-schlüssel"})
    void rejectsShortKeyAndInvalidCharacters(String key) {
        assertStartupRefused(() -> new ConfiguredKeys(List.of(KEY, key), "127.0.0.1", null, null))
                .hasMessageStartingWith("laurel.keys: key 2")
                .hasMessageNotContaining(key);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "0.0.0.0", "::", "192.0.2.1", "no.such.host.invalid"})
    void requiresKeyUnlessHostIsLoopback(@Nullable String host) {
        assertStartupRefused(() -> new ConfiguredKeys(List.of(), host, null, null))
                .hasMessageContaining("LAUREL_KEYS");
    }

    @Test
    void requiresKeyForExternalDatabase() {
        assertStartupRefused(() -> new ConfiguredKeys(List.of(""), "127.0.0.1", null, "jdbc:postgresql://db/laurel"))
                .hasMessageContaining("LAUREL_KEYS")
                .hasMessageNotContaining("//db");
    }

    @Test
    void requiresKeyForListeners() {
        Map<String, Object> listeners = Map.of("public.host", "0.0.0.0");
        assertStartupRefused(() -> new ConfiguredKeys(List.of(), "127.0.0.1", listeners, null))
                .hasMessageContaining("LAUREL_KEYS");
        assertThat(new ConfiguredKeys(List.of(KEY), "127.0.0.1", listeners, null).required())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost", "::1", "127.0.0.2"})
    void requiresNoKeyOnLoopback(String host) {
        assertThat(new ConfiguredKeys(List.of(), host, Map.of(), "").required()).isFalse();
    }

    private static org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> assertStartupRefused(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable start) {
        return assertThatThrownBy(start)
                .isInstanceOf(CannotStartException.class)
                .hasMessageNotContaining("\n");
    }
}
