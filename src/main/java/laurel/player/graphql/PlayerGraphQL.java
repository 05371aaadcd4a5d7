package laurel.player.graphql;

import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import laurel.app.Apps;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Mutations;
import laurel.graphql.RequestContext;
import laurel.leaderboard.IsoDuration;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantRef;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.player.PlayerTokens;
import laurel.player.Viewer;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;

/** Binds {@code player.graphqls}. */
@Singleton
class PlayerGraphQL implements Binding {
    private static final String LIFETIME = "lifetime";

    private final PlayerTokens tokens;
    private final Apps apps;

    PlayerGraphQL(PlayerTokens tokens, Apps apps) {
        this.tokens = tokens;
        this.apps = apps;
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(
                        "Query",
                        type -> type.dataFetcher(
                                "viewer",
                                env -> Viewer.of(RequestContext.of(env).identity())))
                .type(new Mutations().input("createPlayerToken", this::create))
                .type(Fields.<Viewer>of("Viewer")
                        .fetched(
                                "participant",
                                (viewer, env) -> ParticipantGraphQL.load(env, ParticipantRef.of(viewer.external()))));
    }

    private Object create(RequestContext request, Input input) {
        Duration lifetime = IsoDuration.parseTime(input.string(LIFETIME))
                .orElseThrow(() -> new RefusedException(
                        ErrorCode.INVALID_DURATION,
                        "`lifetime` must be a duration of hours, minutes and seconds, such as PT15M.",
                        LIFETIME));
        return tokens.create(
                appKey(request), input.object("participant", ExternalParticipantId.class), lifetime, request.now());
    }

    private String appKey(RequestContext request) {
        String bound = request.identity().app();
        return bound != null
                ? bound
                : Objects.requireNonNull(apps.byIds(Set.of(request.app())).get(request.app()))
                        .key();
    }
}
