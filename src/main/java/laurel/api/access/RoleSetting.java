package laurel.api.access;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import laurel.CannotStartException;
import laurel.request.access.Role;

/** Reads settings that name a role. */
public final class RoleSetting {
    private static final String NONE = "NONE";

    private RoleSetting() {}

    /** Returns the role that the value of a setting names; empty for {@code NONE}. Another value fails the start. */
    public static Optional<Role> parse(String setting, String value) {
        String name = value.strip();
        if (name.equals(NONE)) {
            return Optional.empty();
        }
        return Optional.of(Arrays.stream(Role.values())
                .filter(role -> role.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new CannotStartException(
                        setting + " is \"" + value + "\"; it must be " + names() + " or " + NONE)));
    }

    private static String names() {
        return Arrays.stream(Role.values()).map(Role::name).collect(Collectors.joining(", "));
    }
}
