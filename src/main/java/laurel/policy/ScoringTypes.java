package laurel.policy;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Fields;
import laurel.graphql.RequestContext;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.LeaderboardGraphQL;
import laurel.participant.ParticipantGraphQL;
import org.jspecify.annotations.Nullable;

/** Where the fields of the types of {@code policy.graphqls} come from. */
final class ScoringTypes {
    private ScoringTypes() {}

    /** A version within its policy. */
    private record VersionOf(ScoringPolicy policy, StoredVersion version) {}

    /** A pillar within its policy. */
    private record PillarOf(ScoringPolicy policy, Pillar pillar) {}

    /** A pillar of a day, and what is kept of it. */
    private record PillarScoreOf(ScoredPillar pillar, BigDecimal submitted) {}

    static void bind(RuntimeWiring.Builder wiring) {
        bindPolicy(wiring);
        bindTerms(wiring);
        bindDay(wiring);
        wiring.type(Fields.<ScoringTrial>of("ScoringTrial")
                        .field("version", trial -> new VersionOf(trial.policy(), trial.version()))
                        .wiring())
                .type(Fields.<TrialMove>of("TrialMove")
                        .fetched("participant", (move, env) -> ParticipantGraphQL.load(env, move.participantId()))
                        .field("previousScore", move -> text(move.previousScore()))
                        .field("score", move -> text(move.score()))
                        .wiring());
    }

    private static void bindPolicy(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<ScoringPolicy>of("ScoringPolicy")
                        .field("days", ScoringPolicy::dayRule)
                        .field("versions", ScoringTypes::versions)
                        .fetched("current", ScoringTypes::current)
                        .field("inForce", ScoringPolicy::inForce)
                        .wiring())
                .type(Fields.<VersionInForce>of("VersionInForce")
                        .field("from", one -> one.from().equals(VersionInForce.EVER) ? null : one.from())
                        .wiring())
                .type(Fields.<VersionOf>of("ScoringVersion")
                        .field("number", of -> of.version().number())
                        .field("counters", of -> of.version().rules().counters())
                        .field("pillars", ScoringTypes::pillars)
                        .field("createdAt", of -> of.version().createdAt())
                        .wiring())
                .type(Fields.<PillarOf>of("Pillar")
                        .field("name", of -> of.pillar().name())
                        .field("terms", of -> of.pillar().terms())
                        .field("multiplier", of -> of.pillar().multiplier())
                        .fetched("leaderboard", ScoringTypes::board)
                        .wiring());
    }

    private static void bindTerms(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<Term>of("Term")
                        .field("weight", term -> text(term.weight()))
                        .field("cap", term -> term.cap() == null ? null : text(term.cap()))
                        .wiring())
                .type(Fields.<Multiplier>of("Multiplier")
                        .field("least", multiplier -> text(multiplier.least()))
                        .field("most", multiplier -> text(multiplier.most()))
                        .wiring());
    }

    private static void bindDay(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<ScoredDay>of("DayScore")
                        .field("pillars", ScoringTypes::scores)
                        .wiring())
                .type(Fields.<PillarScoreOf>of("PillarScore")
                        .field("name", of -> of.pillar().name())
                        .field("score", of -> text(of.pillar().score()))
                        .field("submitted", of -> text(of.submitted()))
                        .field("multiplier", of -> text(of.pillar().multiplier()))
                        .field("streakLength", of -> of.pillar().length())
                        .field("terms", of -> of.pillar().terms())
                        .wiring())
                .type(Fields.<ScoredTerm>of("TermScore")
                        .field("count", term -> text(term.count()))
                        .field("capped", term -> text(term.capped()))
                        .field("weight", term -> text(term.weight()))
                        .field("points", term -> text(term.points()))
                        .wiring());
    }

    private static List<VersionOf> versions(ScoringPolicy policy) {
        return policy.versions().stream()
                .map(version -> new VersionOf(policy, version))
                .toList();
    }

    private static VersionOf current(ScoringPolicy policy, DataFetchingEnvironment environment) {
        var now = RequestContext.of(environment.getGraphQlContext()).now();
        return new VersionOf(policy, policy.on(now.atZone(policy.dayRule().zone()).toLocalDate()));
    }

    private static List<PillarOf> pillars(VersionOf of) {
        return of.version().rules().pillars().stream()
                .map(pillar -> new PillarOf(of.policy(), pillar))
                .toList();
    }

    private static @Nullable CompletableFuture<Leaderboard> board(PillarOf of, DataFetchingEnvironment environment) {
        Integer id = of.policy().board(of.pillar().name());
        return id == null ? null : LeaderboardGraphQL.load(environment, id);
    }

    private static List<PillarScoreOf> scores(ScoredDay day) {
        return day.pillars().stream()
                .map(pillar -> new PillarScoreOf(pillar, day.taken(pillar)))
                .toList();
    }

    /** Never 1E+3: the zeros are written. */
    private static String text(BigDecimal number) {
        return number.toPlainString();
    }
}
