package laurel.contract;

import graphql.schema.GraphQLSchema;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What every part of the schema keeps to, so that clients can rely on it for the parts they have not seen. */
final class SchemaRules {
    private SchemaRules() {}

    /** Where a schema breaks the rules, in order of rule and place. */
    static List<Violation> check(GraphQLSchema schema) {
        return Stream.of(ShapeRules.check(schema), NameRules.check(schema), DescriptionRules.check(schema))
                .flatMap(all -> all)
                .distinct()
                .sorted(Comparator.comparing(Violation::key))
                .toList();
    }
}
