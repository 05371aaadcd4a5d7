package laurel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.DocumentationPage.Block;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * README.md and the pages of {@code src/docs} are correct. GraphQL, curl and JSON blocks run here; JavaScript runs in {@code
 * DocumentationClientTest}, HTML in {@code widget.mjs}, and commands of the build in {@code .ci/run} and {@code .ci/start}.
 */
class DocumentationTest {
    /** The property that makes the tests write the generated pages. */
    private static final String WRITE = "laurel.docs.write";

    private static final Path README = Path.of("README.md");
    private static final int LONGEST_README = 9 * 1024;
    private static final String COMMANDS =
            ProjectFiles.text(Path.of(".ci/run")) + ProjectFiles.text(Path.of(".ci/start"));
    private static final Pattern SETTING = Pattern.compile("(laurel|micronaut)(\\.[a-z-]+){2,}|LAUREL(_[A-Z]+)+");
    private static final Pattern METRIC = Pattern.compile("(?:laurel|lb)_[a-z_]+");
    private static final Pattern METER = Pattern.compile("\"((?:laurel|lb)[._][a-z._]+)\"");
    private static final Pattern CODE = Pattern.compile("[A-Z]+(_[A-Z]+)+");
    private static final Pattern FILE = Pattern.compile("(src|graphql|db|\\.ci)/[\\w./-]+");
    private static final Pattern TEST = Pattern.compile("-Dtest=(\\w+)|^(\\w+Test)$");

    private static final Pattern TYPE = Pattern.compile("[A-Z]\\w*[a-z]\\w*");

    /** Suffixes of test names. They are not names of tests. */
    private static final Set<String> SUFFIXES =
            Set.of("RepositoryTest", "ModelTest", "ConcurrencyTest", "GraphQLTest", "Test");

    private static final Pattern ROW = Pattern.compile("^\\| ([^|]+) \\|", Pattern.MULTILINE);

    static List<DocumentationPage> pages() {
        return DocumentationPage.all();
    }

    static List<DocumentationPage> pagesWithExamples() {
        return pages().stream()
                .filter(page -> !page.blocks().stream().allMatch(block -> block.is("mermaid")))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("pagesWithExamples")
    void runsExamples(DocumentationPage page, @TempDir Path directory) throws Exception {
        new DocumentationExamples(page, directory).run();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void runsEveryCodeBlock(DocumentationPage page) {
        assertThat(page.indentedBlocks()).isEmpty();
        assertThat(page.blocks()).allMatch(DocumentationTest::isRunByATest);
    }

    private static boolean isRunByATest(Block block) {
        return switch (block.language()) {
            case "graphql", "json" -> true;
            case "mermaid" -> block.text().matches("(?s)(flowchart|stateDiagram-v2|erDiagram)\\b.*");
            case "html" -> block.text().matches("(?s).*<(laurel-leaderboard|laurel-rank-history|iframe) .*");
            case "js" -> block.text().contains("createClient(") || block.text().contains("new EventSource(");
            case "bash" ->
                block.text().startsWith("curl ") || isCommandOfCI(block.text().strip());
            default -> false;
        };
    }

    private static boolean isCommandOfCI(String command) {
        return COMMANDS.replaceAll(" -[a-zA-Z](?= )", "").contains(command);
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
    void describesRemedyForEachErrorCode() {
        assertThat(GeneratedPage.ERRORS.text()).doesNotContain("|  |");
    }

    @Test
    void limitsLengthOfReadme() {
        assertThat(README.toFile().length()).isLessThanOrEqualTo(LONGEST_README);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linksOnlyToExistingFilesAndHeadings(DocumentationPage page) {
        assertThat(page.links()).allMatch(page::hasTarget);
    }

    @Test
    void listsEveryPageInAnIndex() {
        Set<Path> listed = Stream.of("src/docs/README.md", "src/docs/decisions/README.md")
                .map(index -> DocumentationPage.of(Path.of(index)))
                .flatMap(index -> index.links().stream()
                        .map(link -> index.path().resolveSibling(link).normalize()))
                .collect(Collectors.toSet());
        listed.add(Path.of("src/docs/README.md"));
        assertThat(listed).containsAll(ProjectFiles.below("src/docs", "md"));
    }

    @Test
    void namesOnlyExistingSettings() {
        Set<String> names = Settings.ALL.stream()
                .flatMap(setting -> Stream.of(setting.name(), setting.variable()))
                // The patterns end before the index of a list.
                .flatMap(name -> Stream.of(name, name.replaceFirst("[\\[\\d].*", "")))
                .collect(Collectors.toSet());
        assertThat(named(SETTING)).allMatch(name -> names.contains(name) || name.startsWith(Settings.TEST_VARIABLES));
    }

    @Test
    void listsEveryMetric() {
        Set<String> inCode = JavaFile.below("src/main/java").stream()
                .map(file -> ProjectFiles.text(file.path()))
                .filter(text -> text.contains("io.micrometer"))
                .flatMap(text -> METER.matcher(text).results())
                .map(meter -> meter.group(1).replace('.', '_'))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(named(METRIC).map(name -> name.replaceFirst("_(total|seconds)$", "")))
                .containsAll(inCode.stream()
                        .map(name -> name.replaceFirst("_(total|seconds)$", ""))
                        .toList())
                .allMatch(name -> inCode.contains(name) || inCode.contains(name + "_seconds"));
    }

    @Test
    void namesOnlyExistingCodesFilesAndTests() {
        String schema = ProjectFiles.text(Path.of("graphql/schema.graphql"));
        assertThat(named(CODE).filter(code -> !SETTING.matcher(code).matches()))
                .allMatch(code -> Pattern.compile("^  " + code + "\\b", Pattern.MULTILINE)
                        .matcher(schema)
                        .find());
        assertThat(named(FILE).filter(file -> !file.contains("..")))
                .allMatch(file -> Path.of(file).toFile().exists());
        Set<String> tests = JavaFile.below("src/test/java").stream()
                .map(file -> file.path().getFileName().toString().replace(".java", ""))
                .collect(Collectors.toSet());
        assertThat(pages().stream()
                        .flatMap(page -> page.inlineCode().stream())
                        .flatMap(code -> TEST.matcher(code).results())
                        .map(test -> test.group(1) == null ? test.group(2) : test.group(1)))
                .isNotEmpty()
                .filteredOn(Predicate.not(SUFFIXES::contains))
                .allMatch(tests::contains);
    }

    /** Names of Java types, in the page for contributors. */
    @Test
    void namesOnlyExistingTypes() {
        Set<String> types = Stream.of("src/main/java", "src/test/java")
                .flatMap(root -> JavaFile.below(root).stream())
                .map(file -> file.path().getFileName().toString().replace(".java", ""))
                .collect(Collectors.toSet());
        assertThat(DocumentationPage.of(Path.of("src/docs/contributing.md")).inlineCode().stream()
                        .filter(code -> TYPE.matcher(code).matches() && !SUFFIXES.contains(code)))
                .hasSizeGreaterThan(10)
                .allMatch(types::contains);
    }

    @Test
    void listsOnlySchemaTypesInGlossary() {
        String schema = ProjectFiles.text(Path.of("graphql/schema.graphql"));
        assertThat(firstColumn(Path.of("src/docs/glossary.md"))
                        .filter(word -> word.startsWith("`"))
                        .map(word -> word.replace("`", "")))
                .isNotEmpty()
                .allMatch(word -> Pattern.compile("^(type|interface|enum|input) " + word + "\\b", Pattern.MULTILINE)
                        .matcher(schema)
                        .find());
        assertThat(firstColumn(Path.of("src/docs/glossary.md"))).doesNotHaveDuplicates();
    }

    /** The table of packages lists the same dependencies as {@link Feature}. */
    @Test
    void listsFeatureDependenciesOfArchitectureTest() {
        Set<String> everywhere = Set.of("request", "database", "graphql");
        String map = ProjectFiles.text(Path.of("src/docs/contributing.md"));
        assertThat(Pattern.compile("^\\| `(\\w+)` \\| [^|]* \\| ([^|]*)\\|$", Pattern.MULTILINE)
                        .matcher(map)
                        .results()
                        .map(row -> row.group(1) + ": "
                                + row.group(2).replace("`", "").strip()))
                .hasSameElementsAs(Feature.ALL.stream()
                        .map(feature -> feature.name() + ": "
                                + Arrays.stream(feature.uses())
                                        .filter(use -> !everywhere.contains(use))
                                        .sorted()
                                        .collect(Collectors.joining(", ")))
                        .toList());
    }

    private static Stream<String> firstColumn(Path page) {
        return ROW.matcher(ProjectFiles.text(page))
                .results()
                .map(row -> row.group(1))
                .filter(word -> !word.equals("word"));
    }

    /** The matches in the inline code of all pages. */
    private static Stream<String> named(Pattern pattern) {
        return pages().stream()
                .flatMap(page -> page.inlineCode().stream())
                .flatMap(code -> pattern.matcher(code).results().filter(found -> isWhole(code, found)))
                .map(MatchResult::group)
                .distinct();
    }

    /** Whether the match is not part of a longer name or path. */
    private static boolean isWhole(String code, MatchResult found) {
        return (found.start() == 0
                        || !Character.toString(code.charAt(found.start() - 1)).matches("[\\w./-]"))
                && (found.end() == code.length()
                        || !Character.toString(code.charAt(found.end())).matches("[\\w(]"));
    }
}
