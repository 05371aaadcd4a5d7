package laurel.scoring.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Loaders;
import laurel.graphql.RequestContext;
import laurel.participant.Participant;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import laurel.scoring.Decimals;
import laurel.scoring.day.PillarScore;
import laurel.scoring.day.ScoredDays;
import laurel.scoring.day.ScoredDays.DayScore;
import laurel.scoring.policy.VersionOf;
import org.dataloader.DataLoaderRegistry;

/** Binds {@code day.graphqls}. */
@Singleton
class DayScoreGraphQL implements Binding {
    private static final String DAYS = "dayScores";
    private static final int MOST_DAYS = 31;

    private final ScoredDays scored;

    DayScoreGraphQL(ScoredDays scored) {
        this.scored = scored;
    }

    /** A pillar of a day, and what is kept of it. */
    private record PillarOfDay(PillarScore pillar, BigDecimal submitted) {}

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, DAYS, request.inApp(scored::of));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<Participant>of("Participant").fetched("dayScores", DayScoreGraphQL::days))
                .type(Fields.<DayScore>of("DayScore")
                        .field("date", DayScore::day)
                        .field(
                                "version",
                                day -> new VersionOf(
                                        day.policy(),
                                        day.policy().version(day.version()).orElseThrow()))
                        .field("pillars", DayScoreGraphQL::pillars))
                .type(Fields.<PillarOfDay>of("PillarScore")
                        .field("name", of -> of.pillar().name())
                        .field("score", of -> Decimals.text(of.pillar().score()))
                        .field("submittedScore", of -> Decimals.text(of.submitted()))
                        .field("multiplier", of -> Decimals.text(of.pillar().multiplier()))
                        .field("streakLength", of -> of.pillar().streakLength())
                        .field("terms", of -> of.pillar().terms()))
                .type(Fields.<PillarScore.TermScore>of("TermScore")
                        .field("amount", term -> Decimals.text(term.amount()))
                        .field("cappedAmount", term -> Decimals.text(term.cappedAmount()))
                        .field("weight", term -> Decimals.text(term.weight()))
                        .field("points", term -> Decimals.text(term.points())));
    }

    private static CompletableFuture<List<DayScore>> days(Participant whose, DataFetchingEnvironment environment) {
        Input input = Input.of(environment);
        checkDays(input);
        var asked = new ScoredDays.Asked(
                whose.id(), input.string("scoringPolicyKey"), input.day("startDate"), input.day("endDate"));
        return Loaders.load(environment, DAYS, asked);
    }

    private static List<PillarOfDay> pillars(DayScore day) {
        return day.pillars().stream()
                .map(pillar -> new PillarOfDay(pillar, day.taken(pillar)))
                .toList();
    }

    /** Throws INVALID_ARGUMENT unless these are days, and not too many. */
    static void checkDays(Input input) {
        long days = ChronoUnit.DAYS.between(input.day("startDate"), input.day("endDate")) + 1;
        if (days < 1 || days > MOST_DAYS) {
            throw new RequestException(
                    RequestErrorCode.INVALID_ARGUMENT, "`startDate` to `endDate` must be 1 to " + MOST_DAYS + " days.");
        }
    }
}
