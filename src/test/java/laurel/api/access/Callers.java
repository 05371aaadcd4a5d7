package laurel.api.access;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.request.AppSource;
import laurel.request.access.Role;

/** A service without rates, and the credentials of a caller of each role for its default app. */
final class Callers implements AutoCloseable {
    static final String CREATE_KEY = """
            mutation ($role: Role!) { createApiKey(input: {name: "walker", role: $role}) { key } }
            """;
    private static final String CREATE_TOKEN = """
            mutation { createPlayerToken(input: {participant: {externalId: "walker"}}) { token } }
            """;
    private static final String ALLOW = "mutation { updateApp(input: {appKey: \"" + AppSource.DEFAULT_APP_KEY
            + "\", anonymousReading: true}) { app { anonymousReading } } }";

    private final LaurelServer server = LaurelServer.start(
            new TickingClock(Instant.parse("2025-07-13T14:30:00Z")),
            Map.of("laurel.rates.player", 0, "laurel.rates.anonymous", 0));
    private final Map<Role, String> credentials = new EnumMap<>(Role.class);

    Callers() {
        GraphQLClient operator = server.client();
        operator.ask(ALLOW);
        credentials.put(Role.ANONYMOUS, "");
        credentials.put(Role.PLAYER, operator.ask(CREATE_TOKEN).text("data", "createPlayerToken", "token"));
        for (Role role : List.of(Role.READER, Role.WRITER, Role.ADMIN)) {
            credentials.put(role, operator.ask(CREATE_KEY, Map.of("role", role)).text("data", "createApiKey", "key"));
        }
    }

    LaurelServer server() {
        return server;
    }

    /** Key or token; empty if the caller has none. */
    private String credentials(Role role) {
        return requireNonNull(credentials.get(role));
    }

    GraphQLClient client(Role role) {
        return server.client(credentials(role));
    }

    /** The header with the credentials, unless the caller has none. */
    String[] headers(Role role) {
        return role == Role.ANONYMOUS ? new String[0] : new String[] {"Authorization: Bearer " + credentials(role)};
    }

    @Override
    public void close() {
        server.close();
    }
}
