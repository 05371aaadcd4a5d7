package laurel;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.micronaut.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every GraphQL example of README.md and of {@code src/docs} runs, in order, and each page in an app of its own. A JSON
 * block after an example is its answer, a second one the answer to the same request sent again; an example without an
 * answer has no errors.
 */
class DocumentationTest {
    private static final Pattern BLOCK = Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    /** The property that makes the tests write the generated pages. */
    private static final String WRITE = "laurel.docs.write";

    @TestFactory
    Stream<DynamicTest> answersExamples() {
        return Stream.concat(Stream.of(Path.of("README.md")), ProjectFiles.below("src/docs", "md").stream())
                .filter(page -> !examples(page).isEmpty())
                .map(page -> dynamicTest(page.toString(), () -> run(examples(page))));
    }

    @ParameterizedTest
    @EnumSource
    void keepsGeneratedPagesUpToDate(GeneratedPage page) throws IOException {
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(page.path(), page.text());
        }
        assertThat(page.path())
                .as("%s is out of date: ./mvnw test -Dtest=DocumentationTest -D%s=true", page.path(), WRITE)
                .content()
                .isEqualTo(page.text());
    }

    @Test
    void saysForEachErrorCodeWhatToDo() {
        assertThat(GeneratedPage.ERRORS.text()).doesNotContain("|  |");
    }

    private static void run(List<Example> examples) {
        SoftAssertions answers = new SoftAssertions();
        try (LaurelServer laurel = LaurelServer.shared(new TickingClock(Instant.parse("2026-03-04T12:00:00Z")))) {
            for (Example example : examples) {
                if (example.answers.isEmpty()) {
                    laurel.client().ask(example.document);
                }
                for (String answer : example.answers) {
                    answers.assertThat(withoutCost(laurel.client()
                                    .send(example.document, Map.of())
                                    .json()))
                            .as(example.document)
                            .isEqualTo(json(answer));
                }
                laurel.drainActivity();
                laurel.runJobs();
            }
        }
        answers.assertAll();
    }

    /** Examples leave out what all answers have. */
    private static Object withoutCost(@Nullable Object answer) {
        Map<Object, Object> shown = new HashMap<>((Map<?, ?>) requireNonNull(answer));
        shown.remove("extensions");
        return shown;
    }

    private static Object json(String text) {
        try {
            return requireNonNull(JsonMapper.createDefault().readValue(text, Object.class));
        } catch (IOException e) {
            throw new AssertionError(text, e);
        }
    }

    private static List<Example> examples(Path page) {
        List<Example> examples = new ArrayList<>();
        BLOCK.matcher(ProjectFiles.text(page)).results().forEach(block -> {
            if (block.group(1).equals("graphql")) {
                examples.add(new Example(block.group(2), new ArrayList<>()));
            } else if (block.group(1).equals("json") && block.group(2).startsWith("{\"data\"") && !examples.isEmpty()) {
                examples.getLast().answers.add(block.group(2));
            }
        });
        return examples;
    }

    private record Example(String document, List<String> answers) {}
}
