package laurel.badge.graphql;

import static java.util.concurrent.CompletableFuture.completedFuture;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import laurel.badge.Badge;
import laurel.badge.BadgeRule;
import laurel.badge.Badges;
import laurel.badge.Badges.BadgeVersion;
import laurel.badge.BuiltInBadges;
import laurel.badge.Recurrence;
import laurel.badge.award.BadgeAwardEvidence;
import laurel.badge.award.EarnedBadge;
import laurel.badge.award.ManualAwards;
import laurel.badge.rule.BackfillSource;
import laurel.badge.rule.BadgeBackfill;
import laurel.badge.rule.BadgeBackfill.BackfillBadgeResult;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Mutations;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.participant.ParticipantInput;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.request.RefusedException;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.window.graphql.WindowGraphQL;
import org.jspecify.annotations.Nullable;

/** Binds the mutations of {@code badge.graphqls}, and the preview. */
@Singleton
class AwardGraphQL implements Binding {
    static final String TYPE = "BadgeAward";
    private static final String KEY = "badgeKey";
    private static final String AWARD_ID = "badgeAwardId";

    private final Badges badges;
    private final ManualAwards manual;
    private final BuiltInBadges builtIn;
    private final BackfillSource candidates;
    private final BadgeBackfill backfill;
    private final PageSize pageSize;

    AwardGraphQL(
            Badges badges,
            ManualAwards manual,
            BuiltInBadges builtIn,
            BackfillSource candidates,
            BadgeBackfill backfill,
            PageSize pageSize) {
        this.badges = badges;
        this.manual = manual;
        this.builtIn = builtIn;
        this.candidates = candidates;
        this.backfill = backfill;
        this.pageSize = pageSize;
    }

    /** Result of {@code previewBadge}. */
    record BadgePreview(int awardCount, boolean complete, List<EarnedBadge> awards) {}

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("previewBadge", this::preview))
                .type(new Mutations()
                        .input("createBadge", this::create)
                        .input("updateBadge", this::update)
                        .input("deleteBadge", this::delete)
                        .input(
                                "installBuiltInBadges",
                                (request, input) ->
                                        builtIn.install(request.app(), input.string("scoringPolicyKey"), request.now()))
                        .input("awardBadge", this::award)
                        .input(
                                "revokeBadgeAward",
                                (request, input) -> manual.revoke(
                                        request.app(), number(request, input), input.string("reason"), request.now()))
                        .input(
                                "restoreBadgeAward",
                                (request, input) ->
                                        manual.restore(request.app(), number(request, input), request.now()))
                        .input(
                                "backfillBadge",
                                (request, input) -> backfill.start(request.app(), input.string(KEY), request.now())))
                .type(Fields.<BackfillBadgeResult>of("BackfillBadgeResult")
                        .fetched("badge", (result, env) -> BadgeGraphQL.load(env, result.badgeId())))
                .type(Fields.<EarnedBadge>of("PreviewedBadgeAward")
                        .fetched("participant", (one, env) -> ParticipantGraphQL.load(env, one.participantId()))
                        .fetched("window", (one, env) -> WindowGraphQL.load(env, one.windowId()))
                        .field("period", EarnedBadge::period)
                        .field("day", EarnedBadge::day)
                        .field("evidence", EarnedBadge::evidence))
                .type(Fields.<BadgeAwardEvidence>of("BadgeAwardEvidence")
                        .field(
                                "group",
                                evidence -> evidence.group() == null
                                        ? null
                                        : evidence.group().values())
                        .field(
                                "count",
                                evidence -> evidence.count() == null
                                        ? null
                                        : evidence.count().stripTrailingZeros().toPlainString()));
    }

    private Object create(RequestContext request, Input input) {
        Input rule = input.object("rule");
        badges.checkKeys(request.app(), input.string("key"), BadgeInput.kind(rule), BadgeInput.leaderboardKey(rule));
        return badges.create(request.app(), BadgeInput.definition(input), request.now());
    }

    private Object update(RequestContext request, Input input) {
        return badges.update(
                request.app(),
                input.as(BadgeVersion.class),
                before -> BadgeInput.changed(before, input),
                request.now());
    }

    private Object delete(RequestContext request, Input input) {
        Badge deleted = badges.delete(request.app(), input.as(BadgeVersion.class));
        return request.id(BadgeGraphQL.TYPE, 0, deleted.id());
    }

    private Object award(RequestContext request, Input input) {
        return manual.award(
                request.app(),
                input.string(KEY),
                input.object("participant", ParticipantInput.class),
                input.optionalString("period"),
                input.optionalString("reason"),
                request.now());
    }

    /** The id of the input's award. Refuses BADGE_AWARD_NOT_FOUND if its global id is not one of an award. */
    private static long number(RequestContext request, Input input) {
        return request.number(AWARD_ID, input.string(AWARD_ID), TYPE).orElseThrow(ManualAwards::unknownAward);
    }

    private CompletableFuture<@Nullable BadgePreview> preview(DataFetchingEnvironment environment) {
        RequestContext request = RequestContext.of(environment);
        Input input = Input.of(environment);
        int first = pageSize.checkedFromNone("first", input.integer("first"));
        return badge(environment, request, input.object("badge"))
                .thenApply(badge -> badge == null ? null : shown(candidates.preview(badge, first, request.now())));
    }

    private static BadgePreview shown(BackfillSource.Preview preview) {
        return new BadgePreview(preview.count(), preview.complete(), preview.earned());
    }

    /** The badge to preview: an existing one, null if there is none; or a badge that has the given rule. */
    private CompletableFuture<@Nullable Badge> badge(
            DataFetchingEnvironment environment, RequestContext request, Input input) {
        String key = input.optionalString(KEY);
        if (key != null) {
            return BadgeGraphQL.load(environment, key).thenApply(badge -> badge);
        }
        try {
            Input given = input.object("rule");
            BadgeRule rule = BadgeInput.rule(given.object("rule"));
            badges.check(request.app(), rule);
            Recurrence recurrence = given.optionalConstant(Recurrence.class, "recurrence");
            return completedFuture(Badge.unsaved(
                    request.app(), recurrence == null ? Recurrence.ONCE : recurrence, rule, request.now()));
        } catch (RefusedException e) {
            throw new RequestException(
                    RequestErrorCode.INVALID_ARGUMENT,
                    "`rule` is not valid: " + e.refusal().message() + " ("
                            + e.refusal().code() + ")",
                    e);
        }
    }
}
