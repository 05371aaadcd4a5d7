package laurel.ranking.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.participant.Participant;
import laurel.ranking.ParticipantStandingFilter;
import laurel.ranking.ParticipantStandingsQuery;
import laurel.ranking.ParticipantStandingsQuery.StandingItem;
import laurel.ranking.ParticipantStandingsQuery.StandingListKey;
import laurel.ranking.Rankings;
import laurel.ranking.Standing;
import laurel.request.Connection;
import laurel.request.access.Role;
import org.dataloader.DataLoaderRegistry;
import org.jspecify.annotations.Nullable;

/** Binds the standings of participants in {@code ranking.graphqls}. */
@Singleton
class ParticipantStandingsGraphQL implements Binding {
    private static final String LIST = "standingsOfParticipant";

    private final Rankings rankings;
    private final PageSize pageSize;

    ParticipantStandingsGraphQL(Rankings rankings, PageSize pageSize) {
        this.rankings = rankings;
        this.pageSize = pageSize;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.registerList(loaders, LIST, rankings::standingsOf);
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type(Fields.<Participant>of("Participant")
                .fetched("standings", this::standings)
                .fetched("currentStandings", this::currentStandings));
    }

    private CompletableFuture<Connection<Standing>> standings(Participant participant, DataFetchingEnvironment env) {
        boolean withPrivate = RequestContext.of(env).may(Role.READER);
        return page(participant, ParticipantStandingsInput.filter(Input.of(env), withPrivate, pageSize), false, env);
    }

    /** The daily standings of a participant, see {@link ParticipantStandingsQuery#daily}. */
    private CompletableFuture<Connection<Standing>> currentStandings(
            Participant participant, DataFetchingEnvironment env) {
        return page(participant, ParticipantStandingFilter.PRESENT_OF_EVERYONE, true, env);
    }

    private CompletableFuture<Connection<Standing>> page(
            Participant participant, ParticipantStandingFilter filter, boolean daily, DataFetchingEnvironment env) {
        var query = new ParticipantStandingsQuery(
                participant.appId(),
                participant.id(),
                filter,
                daily,
                RequestContext.of(env).now(),
                StandingGraphQL.metrics(env, RankingGraphQL.NODE_PREFIXES));
        ListPage page = pageSize.page(env, ParticipantStandingsInput.list(query));
        StandingListKey after = page.<@Nullable StandingListKey>after(null, ParticipantStandingsInput::key);
        return page.<StandingItem>items(LIST, page.request(query, after))
                .thenApply(items -> page.byKeys(items, item -> ParticipantStandingsInput.parts(item.key()))
                        .mapPresent(item -> Optional.ofNullable(item.standing())));
    }
}
