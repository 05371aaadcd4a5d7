package laurel.api;

import static java.util.Objects.requireNonNull;

import graphql.GraphQLContext;
import graphql.schema.Coercing;
import graphql.schema.DataFetchingEnvironment;
import graphql.schema.GraphQLScalarType;
import graphql.schema.idl.RuntimeWiring;
import graphql.schema.idl.TypeRuntimeWiring;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import laurel.api.engine.GraphQLRequest;
import laurel.graphql.Binding;
import laurel.graphql.RequestContext;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.dataloader.DataLoaderFactory;
import org.dataloader.DataLoaderRegistry;

/** A schema with one field for each kind of result. */
public final class TestSchema implements Binding {
    public static final String SDL = """
            type Query {
              hello(name: String = "world"): String!
              sum(a: Int!, b: Int): Int
              half(of: Float!): Float
              thread: String
              context: String
              extension(name: String!): String
              tree: Tree
              people: [Person!]!
              broken: String
              brokenToo: Int!
              nothing: Int!
              wrongType: Int
              refused: String
              wait: String
              forever: String
              block: String
              meet: String
              notJson: Any
              overflow: String
              sql(state: String): String
            }
            type Tree { tree: Tree a: String b: String }
            type Person { id: Int! name: String! badge: String slow: String boss: Person bossName: String }
            scalar Any
            type Mutation { increment: Int! block: String }
            type Subscription { ticks: Int }
            """;

    private static final GraphQLScalarType ANY = GraphQLScalarType.newScalar()
            .name("Any")
            .coercing(new Coercing<Object, Object>() {
                @Override
                public Object serialize(Object value, GraphQLContext context, Locale locale) {
                    return Thread.currentThread();
                }
            })
            .build();

    public final AtomicInteger increments = new AtomicInteger();
    public final AtomicInteger batches = new AtomicInteger();
    public final Semaphore interrupted = new Semaphore(0);
    private CyclicBarrier meeting = new CyclicBarrier(1);

    @Override
    public void bind(RuntimeWiring.Builder wiring) {
        wiring.type("Query", this::query)
                .type("Tree", type -> type.dataFetcher("tree", env -> "leaf")
                        .dataFetcher("a", env -> "a")
                        .dataFetcher("b", env -> "b"))
                .type("Person", type -> type.dataFetcher("id", env -> env.getSource())
                        .dataFetcher("name", env -> load(env, "names"))
                        .dataFetcher("badge", env -> load(env, "badges"))
                        .dataFetcher("boss", env -> load(env, "bosses"))
                        .dataFetcher("bossName", env -> TestSchema.<Integer>load(env, "bosses")
                                .thenCompose(boss -> load(env, "names", boss)))
                        .dataFetcher("slow", env -> block()))
                .scalar(ANY)
                .type("Mutation", type -> type.dataFetcher("increment", env -> increments.incrementAndGet())
                        .dataFetcher("block", env -> block()));
    }

    private TypeRuntimeWiring.Builder query(TypeRuntimeWiring.Builder query) {
        return query.dataFetcher("hello", env -> "Hello, " + env.getArgument("name"))
                .dataFetcher(
                        "sum",
                        env -> requireNonNull(env.<Integer>getArgument("a"))
                                + env.<Integer>getArgumentOrDefault("b", 0))
                .dataFetcher("half", env -> requireNonNull(env.<Double>getArgument("of")) / 2)
                .dataFetcher("thread", env -> Thread.currentThread().toString())
                .dataFetcher("context", env -> RequestContext.of(env).toString())
                .dataFetcher(
                        "extension",
                        env -> String.valueOf(env.getGraphQlContext()
                                .<GraphQLRequest>get(GraphQLRequest.class)
                                .extensions()
                                .get(env.<String>getArgument("name"))))
                .dataFetcher("tree", env -> "root")
                .dataFetcher("people", env -> List.of(1, 2, 3))
                .dataFetcher("broken", env -> fail())
                .dataFetcher("brokenToo", env -> fail())
                .dataFetcher("wrongType", env -> "secret inside")
                .dataFetcher("notJson", env -> "x")
                .dataFetcher("overflow", env -> overflow(0))
                .dataFetcher("sql", env -> {
                    var cause = new SQLException("secret inside", env.<String>getArgument("state"));
                    throw new IllegalStateException("secret inside", cause);
                })
                .dataFetcher("refused", env -> {
                    throw new RequestException(RequestErrorCode.INVALID_ARGUMENT, "Not like this");
                })
                .dataFetcher("wait", env -> await())
                .dataFetcher("forever", env -> new CompletableFuture<>())
                .dataFetcher("block", env -> block())
                .dataFetcher("meet", env -> {
                    meeting.await();
                    return "met";
                });
    }

    /** Blocks until it is interrupted. */
    private String await() throws InterruptedException {
        try {
            new Semaphore(0).acquire();
            return "never";
        } catch (InterruptedException e) {
            interrupted.release();
            throw e;
        }
    }

    /** Blocks for 300 ms. */
    private static String block() throws InterruptedException {
        return new Semaphore(0).tryAcquire(300, TimeUnit.MILLISECONDS) ? "never" : "done";
    }

    /** Makes the field {@code meet} wait until this many requests execute it at the same time. */
    public void meeting(int guests) {
        meeting = new CyclicBarrier(guests);
    }

    private static int overflow(int depth) {
        return depth < 0 ? 0 : 1 + overflow(depth + 1);
    }

    private static Object fail() {
        throw new IllegalStateException("secret inside");
    }

    private static <T> CompletableFuture<T> load(DataFetchingEnvironment env, String loader) {
        return load(env, loader, requireNonNull(env.<Integer>getSource()));
    }

    private static <T> CompletableFuture<T> load(DataFetchingEnvironment env, String loader, Integer id) {
        return requireNonNull(env.<Integer, T>getDataLoader(loader)).load(id);
    }

    @Override
    public void register(DataLoaderRegistry loaders, RequestContext request) {
        loaders.register("names", DataLoaderFactory.<Integer, String>newDataLoader(ids -> {
            batches.incrementAndGet();
            return CompletableFuture.completedFuture(
                    ids.stream().map(id -> "Person " + id).toList());
        }));
        loaders.register("bosses", DataLoaderFactory.<Integer, Integer>newDataLoader(ids -> {
            batches.incrementAndGet();
            return CompletableFuture.completedFuture(
                    ids.stream().map(id -> id + 10).toList());
        }));
        loaders.register("badges", DataLoaderFactory.<Integer, String>newDataLoader(ids -> {
            throw new IllegalStateException("secret inside");
        }));
    }
}
