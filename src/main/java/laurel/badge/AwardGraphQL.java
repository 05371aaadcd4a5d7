package laurel.badge;

import static java.util.concurrent.CompletableFuture.completedFuture;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Mutations;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.graphql.RequestErrorCode;
import laurel.graphql.RequestException;
import laurel.participant.ParticipantGraphQL;
import laurel.participant.Profile;
import laurel.refusal.RefusedException;
import laurel.window.WindowGraphQL;
import org.jspecify.annotations.Nullable;

/** Binds what {@code badge.graphqls} says of defining and awarding badges. */
@Singleton
class AwardGraphQL implements Binding {
    static final String TYPE = "BadgeAward";

    private final Badges badges;
    private final BuiltIn builtIn;
    private final Backfill backfill;
    private final BadgeBackfill filling;
    private final PageSize pageSize;

    AwardGraphQL(Badges badges, BuiltIn builtIn, Backfill backfill, BadgeBackfill filling, PageSize pageSize) {
        this.badges = badges;
        this.builtIn = builtIn;
        this.backfill = backfill;
        this.filling = filling;
        this.pageSize = pageSize;
    }

    /** What there is to show of a preview. */
    record BadgePreview(int count, boolean complete, List<Earned> awards) {}

    /** What was adopted. */
    record AdoptedBadges(List<Badge> badges) {}

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("previewBadge", this::preview))
                .type(new Mutations()
                        .input("defineBadge", this::define)
                        .input(
                                "adoptBadges",
                                (request, input) -> new AdoptedBadges(
                                        builtIn.adopt(request.app(), input.string("policy"), request.now())))
                        .input("awardBadge", this::award)
                        .input(
                                "revokeBadge",
                                (request, input) -> badges.revoke(
                                        request.app(), number(request, input), input.string("reason"), request.now()))
                        .input(
                                "restoreBadge",
                                (request, input) ->
                                        badges.restore(request.app(), number(request, input), request.now()))
                        .input(
                                "backfillBadge",
                                (request, input) ->
                                        filling.start(request.app(), input.string("badgeKey"), request.now())))
                .type(Fields.<BackfillBadgeResult>of("BackfillBadgeResult")
                        .fetched("badge", (result, env) -> BadgeGraphQL.load(env, result.badgeId())))
                .type(Fields.<Earned>of("ProspectiveAward")
                        .fetched("participant", (one, env) -> ParticipantGraphQL.load(env, one.participantId()))
                        .fetched("window", (one, env) -> WindowGraphQL.load(env, one.windowId()))
                        .field("period", Earned::period)
                        .field("day", Earned::day));
    }

    private Object define(RequestContext request, Input input) {
        badges.checkNames(
                request.app(), input.string("key"), input.object("rule").optionalString("leaderboard"));
        return badges.define(request.app(), BadgeInput.definition(input), request.now());
    }

    private Object award(RequestContext request, Input input) {
        return badges.award(
                request.app(),
                input.string("badge"),
                input.object("participant", Profile.class),
                input.optionalString("period"),
                input.optionalString("reason"),
                request.now());
    }

    /** The number that {@code award} stands for; refuses BADGE_NOT_FOUND if there is no such award in the app. */
    private static long number(RequestContext request, Input input) {
        return request.number("award", input.string("award"), TYPE).orElseThrow(() -> Badges.unknown("award"));
    }

    private CompletableFuture<@Nullable BadgePreview> preview(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment);
        Input input = Input.of(environment);
        int first = pageSize.checkedFromNone("first", input.integer("first"));
        if (input.says("badge") == input.says("rule")) {
            throw new RequestException(
                    RequestErrorCode.INVALID_ARGUMENT, "Exactly one of `badge` and `rule` must be set.");
        }
        return badge(environment, request, input)
                .thenApply(badge -> badge == null ? null : shown(backfill.preview(badge, first, request.now())));
    }

    private static BadgePreview shown(Backfill.Preview preview) {
        return new BadgePreview(preview.count(), preview.complete(), preview.earned());
    }

    /** The badge that is asked about; one that is not there, of a rule that there could be. */
    private CompletableFuture<@Nullable Badge> badge(
            DataFetchingEnvironment environment, RequestContext request, Input input) {
        String key = input.optionalString("badge");
        if (key != null) {
            return BadgeGraphQL.load(environment, key).thenApply(badge -> badge);
        }
        try {
            BadgeRule rule = BadgeInput.rule(input.object("rule"));
            badges.check(request.app(), rule);
            Recurrence recurrence = input.constant(Recurrence.class, "recurrence");
            return completedFuture(Badge.imagined(request.app(), recurrence, rule, request.now()));
        } catch (RefusedException e) {
            throw new RequestException(
                    RequestErrorCode.INVALID_ARGUMENT,
                    "`rule` is not valid: " + e.refusal().message() + " ("
                            + e.refusal().code() + ")",
                    e);
        }
    }
}
