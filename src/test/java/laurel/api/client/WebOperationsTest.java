package laurel.api.client;

import static org.assertj.core.api.Assertions.assertThat;

import graphql.language.Document;
import graphql.language.EnumTypeDefinition;
import graphql.language.EnumValueDefinition;
import graphql.language.TypeName;
import graphql.language.UnionTypeDefinition;
import graphql.parser.Parser;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.regex.Pattern;
import laurel.ProjectFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each GraphQL document of the web front end is a file, which other tests validate, and each of the files is used. */
final class WebOperationsTest {
    private static final String FILE =
            "# Says hello.\nquery SayHello($name: String = \"Ada\") {\n  hello(name: $name)\n}\n";

    private static final String JOBS = "admin/admin-jobs.graphql";

    @Test
    void keepsDocumentOfEachScriptInAFile() {
        SortedMap<String, String> scripts = ProjectFiles.texts("src/main/web", "js");
        scripts.keySet().removeIf(path -> path.contains("/graphiql/"));
        SortedMap<String, String> files = ProjectFiles.texts(ProjectFiles.WEB_OPERATIONS.toString(), "graphql");
        assertThat(scripts).isNotEmpty();
        assertThat(files)
                .isNotEmpty()
                .allSatisfy((path, text) -> assertThat(text).as(path).startsWith("# "));
        assertThat(WebOperations.faults(scripts, files)).isEmpty();
    }

    @Test
    void knowsEveryJobOnAdminPage() {
        Document schema = Parser.parse(ProjectFiles.text(Path.of("graphql/schema/job.graphqls")));
        String section = ProjectFiles.text(Path.of("src/main/web/admin/sections/jobs.js"));
        assertThat(constants(section, "KINDS")).isEqualTo(values(schema, "JobKind"));
        assertThat(constants(section, "STATES")).isEqualTo(values(schema, "JobState"));
        List<String> results =
                schema.getDefinitionsOfType(UnionTypeDefinition.class).getFirst().getMemberTypes().stream()
                        .map(type -> ((TypeName) type).getName())
                        .toList();
        assertThat(found("\\.\\.\\. on (\\w+)", ProjectFiles.text(ProjectFiles.WEB_OPERATIONS.resolve(JOBS))))
                .containsExactlyInAnyOrderElementsOf(results);
    }

    private static List<String> values(Document schema, String name) {
        return schema.getDefinitionsOfType(EnumTypeDefinition.class).stream()
                .filter(type -> type.getName().equals(name))
                .flatMap(type -> type.getEnumValueDefinitions().stream())
                .map(EnumValueDefinition::getName)
                .toList();
    }

    /** The strings of a list in a script. */
    private static List<String> constants(String script, String list) {
        String start = "const " + list + " = [";
        String rest = script.substring(script.indexOf(start) + start.length());
        return found("'(\\w+)'", rest.substring(0, rest.indexOf(']')));
    }

    private static List<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /* GraphQL */ `query SayHello($name: String="Ada"){hello(name:$name)}`                        | none
            /* GraphQL */ `query SayHello($name: String = "Ada") { hello(name: $name) }`; `${price} {`     | none
            /* GraphQL */ `query SayHello($name: String = "Bob") { hello(name: $name) }`                   | equals no file
            /* GraphQL */ `query SayHello($name: String = "Ada") { hello(name: $name) twice }`             | equals no file
            /* GraphQL */ `query SayHello { ${field} }`                                                    | is not GraphQL
            /* GraphQL */ `{ hello }`                                                                      | exactly one operation
            /* GraphQL */ `query One { hello } query Two { hello }`                                        | exactly one operation
            /* GraphQL */ `fragment Greeting on Query { hello }`                                           | exactly one operation
            /* GraphQL */ 'query SayHello { hello }'                                                       | has 1 marks, but 0
            `query SayHello($name: String = "Ada") { hello(name: $name) }`                                 | without the mark
            `mutation { hello }`                                                                           | without the mark
            `text`                                                                                         | is used by no script
            """)
    void findsDocumentThatDiffers(String script, String fault) {
        assertThat(WebOperations.faults(Map.of("page/page.js", script), Map.of("web/page/say-hello.graphql", FILE)))
                .satisfies(faults -> {
                    if (fault.equals("none")) {
                        assertThat(faults).isEmpty();
                    } else {
                        assertThat(faults).anyMatch(one -> one.contains(fault));
                    }
                });
    }

    @Test
    void acceptsFragmentsAndCommentsAndNamesWithoutFolder() {
        String text = "query PageHello { ...Greeting } fragment Greeting on Query { hello }";
        Map<String, String> scripts = Map.of("page/page.js", "/* GraphQL */ `\n# A comment.\n" + text + "`");
        assertThat(WebOperations.faults(scripts, Map.of("web/page/hello.graphql", text)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            web/page/hello.graphql     | query SayHello { hello }                                 | must be named say-hello.graphql
            web/page/say-hello.graphql | query SayHello { hello } query Other { hello }           | exactly one operation
            web/page/page-hello.graphql | query Hello { hello }                                   | must be named hello.graphql
            web/page/say-hello.graphql | query SayHello {                                         | is not GraphQL
            web/page/say-hello.graphql | query SayHello { hello }                                 | is used by no script
            """)
    void findsWrongFile(String path, String text, String fault) {
        assertThat(WebOperations.faults(Map.of("page/page.js", ""), Map.of(path, text)))
                .anyMatch(one -> one.contains(fault));
    }
}
