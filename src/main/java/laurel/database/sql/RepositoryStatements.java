package laurel.database.sql;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.annotation.Replaces;
import io.micronaut.core.convert.ConversionService;
import io.micronaut.core.reflect.ReflectionUtils;
import io.micronaut.core.type.Argument;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.operations.DefaultJdbcRepositoryOperations;
import io.micronaut.data.jdbc.operations.JdbcRepositoryOperations;
import io.micronaut.data.jdbc.runtime.ConnectionCallback;
import io.micronaut.data.jdbc.runtime.PreparedStatementCallback;
import io.micronaut.data.model.Page;
import io.micronaut.data.model.runtime.DeleteBatchOperation;
import io.micronaut.data.model.runtime.DeleteOperation;
import io.micronaut.data.model.runtime.InsertOperation;
import io.micronaut.data.model.runtime.PagedQuery;
import io.micronaut.data.model.runtime.PreparedQuery;
import io.micronaut.data.model.runtime.UpdateOperation;
import io.micronaut.data.runtime.query.internal.DefaultPreparedQuery;
import io.micronaut.inject.ExecutableMethod;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs the statements of Micronaut Data's repositories with {@link Sql}, like statements that are composed at run time.
 *
 * <p>Micronaut Data's implementation (4.14) drops nulls from lists that it reads, shifts dates before 1582, fails on texts with
 * U+0000, hides the cause of a failed connection, and uses more CPU. The project has no entities, so methods for entities are
 * not implemented.
 */
@Singleton
@Named("default")
@Replaces(DefaultJdbcRepositoryOperations.class)
final class RepositoryStatements implements JdbcRepositoryOperations {
    private static final String NO_ENTITIES = "repositories have no entities";

    private final Sql sql;
    private final Parameters parameters;
    private final DataSource dataSource;
    private final ApplicationContext context;
    private final Map<ExecutableMethod<?, ?>, Plan> plans = new ConcurrentHashMap<>();

    RepositoryStatements(Sql sql, Parameters parameters, DataSource dataSource, ApplicationContext context) {
        this.sql = sql;
        this.parameters = parameters;
        this.dataSource = dataSource;
        this.context = context;
    }

    /**
     * How a repository method runs.
     *
     * @param row type of a row
     */
    private record Plan(String text, List<ParameterSource> parameters, Argument<?> row) {}

    /**
     * The source of the value of a parameter.
     *
     * @param argument index of the argument of the method
     */
    private record ParameterSource(String name, int argument, Parameters.Source source) {}

    private Plan plan(PreparedQuery<?, ?> query) {
        return plans.computeIfAbsent(method(query), this::plan);
    }

    private static ExecutableMethod<?, ?> method(PreparedQuery<?, ?> query) {
        return ((DefaultPreparedQuery<?, ?>) query).getContext().getExecutableMethod();
    }

    private Plan plan(ExecutableMethod<?, ?> method) {
        String text = method.stringValue(Query.class).orElseThrow();
        Argument<?>[] arguments = method.getArguments();
        List<String> names = Arrays.stream(arguments).map(Argument::getName).toList();
        List<ParameterSource> sources = sql.of(text).parsed().names().stream()
                .distinct()
                .map(name -> {
                    int argument = names.indexOf(Parameters.value(name));
                    return new ParameterSource(
                            name, argument, parameters.source(arguments[argument], Parameters.path(name)));
                })
                .toList();
        Argument<?> result = method.getReturnType().asArgument();
        boolean wrapped = result.isOptional() || Iterable.class.isAssignableFrom(result.getType());
        return new Plan(text, sources, wrapped ? result.getTypeParameters()[0] : result);
    }

    private Statement statement(Plan plan, PreparedQuery<?, ?> query) {
        Statement statement = sql.of(plan.text);
        @Nullable Object[] values = query.getParameterArray();
        for (ParameterSource parameter : plan.parameters) {
            Object value = values[parameter.argument];
            statement.set(parameter.name, parameter.source.of(value));
            if (value instanceof Collection<?> elements) {
                statement.grow(elements.size());
            }
        }
        return statement;
    }

    @SuppressWarnings("unchecked") // The method returns rows of this type.
    private <R> List<R> rows(PreparedQuery<?, R> query) {
        Plan plan = plan(query);
        Statement statement = statement(plan, query);
        if (plan.row.isVoid()) {
            statement.executeLater();
            return List.of();
        }
        return (List<R>) sql.rows(statement, plan.row);
    }

    @Override
    public <T, R> @Nullable R findOne(PreparedQuery<T, R> query) {
        List<R> rows = rows(query);
        if (rows.size() > 1) {
            throw new IllegalStateException(
                    query.getName() + " returned " + rows.size() + " rows instead of at most 1");
        }
        return rows.isEmpty() ? null : rows.getFirst();
    }

    @Override
    public <T, R> Iterable<R> findAll(PreparedQuery<T, R> query) {
        return rows(query);
    }

    /** Runs a statement with RETURNING. Micronaut Data returns null for an Optional. */
    @Override
    public <R> List<R> execute(PreparedQuery<?, R> query) {
        if (method(query).getReturnType().isOptional()) {
            throw new IllegalStateException(method(query) + " would return null: it has to be @Nullable, not Optional");
        }
        return rows(query);
    }

    /** Micronaut Data decides by keywords that the statement returns no rows. Fails if rows would be lost. */
    @Override
    public Optional<Number> executeUpdate(PreparedQuery<?, Number> query) {
        Plan plan = plan(query);
        if (!plan.row.isVoid() && !Number.class.isAssignableFrom(ReflectionUtils.getWrapperType(plan.row.getType()))) {
            throw new IllegalStateException(method(query)
                    + " would lose rows, because the statement has UPDATE, DELETE or INSERT and no RETURNING");
        }
        if (plan.row.isVoid()) {
            statement(plan, query).executeLater();
            return Optional.of(0);
        }
        return Optional.of(statement(plan, query).execute());
    }

    @Override
    public <T> boolean exists(PreparedQuery<T, Boolean> query) {
        return statement(plan(query), query).one(Boolean.class);
    }

    @Override
    public <R> R execute(ConnectionCallback<R> callback) {
        return sql.use(callback::call);
    }

    @Override
    public <R> R prepareStatement(String text, PreparedStatementCallback<R> callback) {
        return sql.use(connection -> {
            try (var statement = connection.prepareStatement(text)) {
                return callback.call(statement);
            }
        });
    }

    @Override
    public Connection getConnection() {
        return sql.connection(connection -> connection);
    }

    @Override
    public DataSource getDataSource() {
        return dataSource;
    }

    @Override
    public ApplicationContext getApplicationContext() {
        return context;
    }

    @Override
    public ConversionService getConversionService() {
        return context.getConversionService();
    }

    private static UnsupportedOperationException noEntities() {
        return new UnsupportedOperationException(NO_ENTITIES);
    }

    @Override
    public <T, R> Stream<R> findStream(PreparedQuery<T, R> query) {
        throw noEntities();
    }

    @Override
    public <T> T findOne(Class<T> type, Object id) {
        throw noEntities();
    }

    @Override
    public <T> Iterable<T> findAll(PagedQuery<T> query) {
        throw noEntities();
    }

    @Override
    public <T> long count(PagedQuery<T> query) {
        throw noEntities();
    }

    @Override
    public <T> Stream<T> findStream(PagedQuery<T> query) {
        throw noEntities();
    }

    @Override
    public <R> Page<R> findPage(PagedQuery<R> query) {
        throw noEntities();
    }

    @Override
    public <T> T persist(InsertOperation<T> operation) {
        throw noEntities();
    }

    @Override
    public <T> T update(UpdateOperation<T> operation) {
        throw noEntities();
    }

    @Override
    public <T> int delete(DeleteOperation<T> operation) {
        throw noEntities();
    }

    @Override
    public <T> Optional<Number> deleteAll(DeleteBatchOperation<T> operation) {
        throw noEntities();
    }

    @Override
    public <T> Stream<T> entityStream(ResultSet rows, @Nullable String prefix, Class<T> type) {
        throw noEntities();
    }

    @Override
    public <T> Stream<T> entityStream(ResultSet rows, Class<T> type) {
        throw noEntities();
    }

    @Override
    public <E> E readEntity(String prefix, ResultSet rows, Class<E> type) {
        throw noEntities();
    }

    @Override
    public <E, D> D readDTO(String prefix, ResultSet rows, Class<E> entity, Class<D> type) {
        throw noEntities();
    }
}
