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
import laurel.scoring.day.DayScores;
import laurel.scoring.day.DayScores.DayScore;
import laurel.scoring.policy.PillarScore;
import laurel.scoring.policy.ScoringPolicyVersion;
import org.dataloader.DataLoaderRegistry;

/** Binds {@code day.graphqls}. */
@Singleton
class DayScoreGraphQL implements Binding {
    private static final String DAYS = "dayScores";
    private static final int MAX_DAYS = 31;

    private final DayScores scores;

    DayScoreGraphQL(DayScores scores) {
        this.scores = scores;
    }

    /** Source of the fields of {@code PillarScore}. */
    private record PillarScoreSource(PillarScore pillar, BigDecimal submittedScore) {}

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, DAYS, request.inApp(scores::of));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<Participant>of("Participant").fetched("dayScores", DayScoreGraphQL::days))
                .type(Fields.<DayScore>of("DayScore")
                        .field(
                                "version",
                                day -> new ScoringPolicyVersion(
                                        day.policy(),
                                        day.policy()
                                                .version(day.versionNumber())
                                                .orElseThrow()))
                        .field("pillars", DayScoreGraphQL::pillars))
                .type(Fields.<PillarScoreSource>of("PillarScore")
                        .field("name", of -> of.pillar().name())
                        .field("score", of -> Decimals.text(of.pillar().score()))
                        .field("submittedScore", of -> Decimals.text(of.submittedScore()))
                        .field("multiplier", of -> Decimals.text(of.pillar().multiplier()))
                        .field("streakLength", of -> of.pillar().streakLength())
                        .field("terms", of -> of.pillar().terms()))
                .type(Fields.<PillarScore.TermScore>of("TermScore")
                        .field("amount", term -> Decimals.text(term.amount()))
                        .field("cappedAmount", term -> Decimals.text(term.cappedAmount()))
                        .field("weight", term -> Decimals.text(term.weight()))
                        .field("points", term -> Decimals.text(term.points())));
    }

    private static CompletableFuture<List<DayScore>> days(
            Participant participant, DataFetchingEnvironment environment) {
        Input input = Input.of(environment);
        checkDays(input);
        var range = new DayScores.ScoredDayRange(
                participant.id(), input.string("scoringPolicyKey"), input.day("startDate"), input.day("endDate"));
        return Loaders.load(environment, DAYS, range);
    }

    private static List<PillarScoreSource> pillars(DayScore day) {
        return day.pillars().stream()
                .map(pillar -> new PillarScoreSource(pillar, day.submittedScore(pillar)))
                .toList();
    }

    /** Throws INVALID_ARGUMENT if {@code startDate} to {@code endDate} is not a range of 1 to 31 days. */
    static void checkDays(Input input) {
        long days = ChronoUnit.DAYS.between(input.day("startDate"), input.day("endDate")) + 1;
        if (days < 1 || days > MAX_DAYS) {
            throw new RequestException(
                    RequestErrorCode.INVALID_ARGUMENT, "`startDate` to `endDate` must be 1 to " + MAX_DAYS + " days.");
        }
    }
}
