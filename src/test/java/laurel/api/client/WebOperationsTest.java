package laurel.api.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SortedMap;
import laurel.ProjectFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each GraphQL document of the web front end is a file, which other tests validate, and each of the files is used. */
final class WebOperationsTest {
    private static final String FILE =
            "# Says hello.\nquery SayHello($name: String = \"Ada\") {\n  hello(name: $name)\n}\n";

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
