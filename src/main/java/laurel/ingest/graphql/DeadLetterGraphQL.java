package laurel.ingest.graphql;

import graphql.schema.DataFetchingEnvironment;
import graphql.schema.idl.RuntimeWiring;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import laurel.event.AppEvent;
import laurel.event.EventType;
import laurel.graphql.Binding;
import laurel.graphql.Fields;
import laurel.graphql.Input;
import laurel.graphql.ListPage;
import laurel.graphql.Loaders;
import laurel.graphql.Mutations;
import laurel.graphql.PageSize;
import laurel.graphql.RequestContext;
import laurel.ingest.deadletter.DeadLetter;
import laurel.ingest.deadletter.DeadLetters;
import laurel.request.Connection;
import org.dataloader.DataLoaderRegistry;

/** Binds the part of {@code ingest.graphqls} that is about dead letters. */
@Singleton
public class DeadLetterGraphQL implements Binding {
    private static final String TYPE = "DeadLetter";
    private static final String ID = "deadLetterId";
    private static final String LIST = "deadLetters";

    /** Maximum page size: dead letters can be long. */
    private static final int MAX_PAGE_SIZE = 100;

    /** Cost of one, in rows of 4 KiB. */
    private static final int ROWS = 16;

    private final DeadLetters deadLetters;

    DeadLetterGraphQL(DeadLetters deadLetters) {
        this.deadLetters = deadLetters;
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        Loaders.register(loaders, TYPE, id -> ROWS, request.inApp(deadLetters::byIds));
        Loaders.registerList(loaders, LIST, ROWS, request.inApp(deadLetters::listed));
    }

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", type -> type.dataFetcher("deadLetters", this::list)
                        .dataFetcher("deadLetter", DeadLetterGraphQL::find))
                .type(new Mutations()
                        .input(
                                "retryDeadLetter",
                                (request, input) ->
                                        deadLetters.retry(request.app(), number(request, input), request.now()))
                        .input("deleteDeadLetter", this::delete))
                .type(Fields.<DeadLetter>of("DeadLetter").id(DeadLetter::id))
                .type(Fields.<AppEvent>of(AppEvent.typeName(EventType.DEAD_LETTER_ADDED))
                        .fetched("deadLetter", (event, env) -> Loaders.load(env, TYPE, event.deadLetterId())));
    }

    private CompletableFuture<Connection<DeadLetter>> list(DataFetchingEnvironment environment) {
        String list = LIST + ":" + RequestContext.of(environment).app();
        ListPage page = PageSize.page(environment, list, MAX_PAGE_SIZE);
        return page.load(LIST, page.request(null, page.after(0)), DeadLetter::id);
    }

    private static CompletableFuture<DeadLetter> find(DataFetchingEnvironment environment) {
        return Loaders.load(
                environment,
                TYPE,
                RequestContext.of(environment)
                        .number("id", Input.of(environment).string("id"), TYPE)
                        .orElse(null));
    }

    private Object delete(RequestContext request, Input input) {
        deadLetters.delete(request.app(), number(request, input));
        return input.string(ID);
    }

    private static long number(RequestContext request, Input input) {
        return request.number(ID, input.string(ID), TYPE).orElseThrow(DeadLetters::notFound);
    }
}
