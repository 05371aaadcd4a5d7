package laurel.api.engine;

import graphql.GraphQL;
import graphql.execution.preparsed.PreparsedDocumentProvider;
import graphql.schema.GraphQLSchema;
import graphql.schema.idl.RuntimeWiring;
import graphql.schema.idl.SchemaGenerator;
import io.micronaut.context.annotation.Factory;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import laurel.api.schema.SchemaSource;
import laurel.graphql.Binding;
import laurel.graphql.Types;

/** Creates the schema from the SDL files and the bindings of the features, and the GraphQL executor. */
@Factory
final class SchemaFactory {
    @Singleton
    GraphQLSchema schema(SchemaSource source, List<Binding> bindings) {
        RuntimeWiring.Builder wiring = RuntimeWiring.newRuntimeWiring().wiringFactory(new Types());
        bindings.forEach(binding -> binding.bind(wiring));
        return FieldAccess.enforced(new SchemaGenerator().makeExecutableSchema(source.types(), wiring.build()));
    }

    @Singleton
    GraphQL graphQL(GraphQLSchema schema, OperationLimits limits, FetcherExceptionHandler failures) {
        // The endpoint has parsed the document already, to distinguish mutations from queries.
        PreparsedDocumentProvider parsed = (input, parse) -> CompletableFuture.completedFuture(input.getGraphQLContext()
                .<ParsedDocument.Valid>get(ParsedDocument.class)
                .entry());
        return GraphQL.newGraphQL(schema)
                .preparsedDocumentProvider(parsed)
                .instrumentation(limits)
                .queryExecutionStrategy(new ExecutionStrategies.Query(failures))
                .mutationExecutionStrategy(new ExecutionStrategies.Mutation(failures))
                .subscriptionExecutionStrategy(new ExecutionStrategies.Subscription(failures))
                .defaultDataFetcherExceptionHandler(failures)
                .build();
    }
}
