package laurel.contract;

import graphql.schema.GraphQLSchema;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Rules for every part of the schema, so that clients can predict the parts that they have not seen. */
final class SchemaRules {
    private SchemaRules() {}

    /** The violations of a schema, in order of rule and coordinate. */
    static List<Violation> check(GraphQLSchema schema) {
        return Stream.of(ShapeRules.check(schema), NameRules.check(schema), DescriptionRules.check(schema))
                .flatMap(all -> all)
                .distinct()
                .sorted(Comparator.comparing(Violation::key))
                .toList();
    }
}
