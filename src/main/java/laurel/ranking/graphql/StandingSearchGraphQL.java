package laurel.ranking.graphql;

import static java.util.concurrent.CompletableFuture.completedFuture;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.Loaders;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantRef;
import laurel.participant.graphql.ParticipantGraphQL;
import laurel.ranking.Ranking;
import laurel.ranking.Standing;
import laurel.ranking.StandingQuery.ParticipantsQuery;
import laurel.ranking.StandingSearch;
import laurel.ranking.StandingSearch.NameMatch;
import laurel.ranking.StandingSearchRepository;
import laurel.request.Text;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds the search for standings by name. */
@Singleton
class StandingSearchGraphQL implements Binding {
    private static final String BEST = "bestNameMatches";
    private static final String NAMED = "nameMatches";

    private final StandingSearchRepository repository;
    private final PageSize pageSize;

    StandingSearchGraphQL(StandingSearchRepository repository, PageSize pageSize) {
        this.repository = repository;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, BEST, repository::best);
        Loaders.register(loaders, NAMED, repository::named);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<Ranking>of(RankingNode.TYPE).fetched("search", this::search));
    }

    private CompletableFuture<List<Standing>> search(Ranking ranking, DataFetchingEnvironment env) {
        Input input = Input.of(env);
        int first = pageSize.checked("first", input.integer("first"));
        String text = input.string("name").strip();
        if (!Text.isLine(text, Text.MAX_NAME)) {
            return completedFuture(List.of());
        }
        StandingSearch search = new StandingSearch(ranking, text);
        return participants(BEST, search, env)
                .thenCompose(best -> best.size() >= first
                        ? completedFuture(best)
                        : participants(NAMED, search, env)
                                .thenApply(named -> Stream.concat(best.stream(), named.stream())
                                        .distinct()
                                        .toList()))
                .thenCompose(
                        found -> standings(ranking, found.stream().limit(first).toList(), env));
    }

    /** The participants that the caller finds by the name that it sees. */
    private static CompletableFuture<List<Long>> participants(
            String loader, StandingSearch search, DataFetchingEnvironment env) {
        RequestContext request = RequestContext.of(env);
        return Loaders.<StandingSearch, @Nullable List<NameMatch>>load(env, loader, search)
                .thenApply(matches -> matches == null
                        ? List.of()
                        : matches.stream()
                                .filter(match -> isFound(request, match))
                                .map(NameMatch::participantId)
                                .toList());
    }

    private static boolean isFound(RequestContext request, NameMatch match) {
        return ParticipantGraphQL.isNamed(
                request,
                new ExternalParticipantId(match.entityType(), match.externalId()),
                match.hasPseudonym(),
                match.byName(),
                match.byPseudonym());
    }

    private static CompletableFuture<List<Standing>> standings(
            Ranking ranking, List<Long> participants, DataFetchingEnvironment env) {
        if (participants.isEmpty()) {
            return completedFuture(List.of());
        }
        var query = new ParticipantsQuery(
                ranking,
                participants.stream().map(ParticipantRef::of).toList(),
                StandingGraphQL.metrics(env, List.of("")));
        return StandingGraphQL.find(env, query).thenApply(found -> found.standings());
    }
}
