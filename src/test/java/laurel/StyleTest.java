package laurel;

import static org.assertj.core.api.Assertions.assertThat;

import graphql.language.AbstractDescribedNode;
import graphql.language.NamedNode;
import graphql.language.Node;
import graphql.language.SDLExtensionDefinition;
import graphql.parser.Parser;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Files and methods are short, types are documented, and lines fit on a screen. */
class StyleTest {
    private static final int LONGEST_FILE = 280;
    private static final int LONGEST_METHOD = 60;
    private static final int LONGEST_LINE = 132;

    /** Each marker is split, so that this line does not contain it. */
    private static final Pattern UNDONE = Pattern.compile("TO" + "DO|FIX" + "ME");

    /** Relay's specification describes these elements. */
    private static final Predicate<String> RELAY =
            Pattern.compile("\\w+Connection\\.(edges|pageInfo)|\\w+Edge\\.node").asMatchPredicate();

    private static final List<JavaFile> CODE = JavaFile.below("src");

    @Test
    void limitsLengthOfFiles() {
        assertThat(CODE.stream()
                        .map(JavaFile::path)
                        .filter(path -> linesWithoutImports(path) > LONGEST_FILE)
                        .map(path -> path + ": " + linesWithoutImports(path) + " lines"))
                .isEmpty();
    }

    @Test
    void limitsLengthOfMethods() {
        List<JavaFile.Method> longest = CODE.stream()
                .flatMap(file -> file.methods().stream())
                .sorted(Comparator.comparing(JavaFile.Method::lines).reversed())
                .toList();
        assertThat(share(longest, 20)).as(above(longest, 20)).isLessThanOrEqualTo(0.05);
        assertThat(share(longest, 40)).as(above(longest, 40)).isLessThanOrEqualTo(0.02);
        assertThat(share(longest, LONGEST_METHOD))
                .as(above(longest, LONGEST_METHOD))
                .isZero();
    }

    @Test
    void documentsPublicTypes() {
        assertThat(CODE.stream().flatMap(file -> file.undocumentedTypes().stream()))
                .isEmpty();
    }

    @Test
    void describesEverySchemaElement() {
        assertThat(ProjectFiles.below("graphql/schema", "graphqls").stream()
                        .flatMap(file -> undescribed("", Parser.parse(ProjectFiles.text(file))))
                        .filter(RELAY.negate()))
                .isEmpty();
    }

    @Test
    void containsNoMarkersOfUnfinishedWork() {
        assertThat(offendingLines(UNDONE.asPredicate())).isEmpty();
    }

    @Test
    void containsNoTabs() {
        assertThat(offendingLines(line -> line.contains("\t"))).isEmpty();
    }

    @Test
    void limitsLengthOfLines() {
        assertThat(offendingLines(line -> line.codePointCount(0, line.length()) > LONGEST_LINE))
                .isEmpty();
    }

    /** The formatter runs on Maven's JVM, and on Java 17 it cannot parse guards and record patterns. */
    @Test
    void containsNoGuardsAndRecordPatterns() {
        assertThat(offendingLines(line -> line.matches(
                        "\\s*case .+ when .+ -> .*|\\s*case [\\w.]+\\(.*|.* instanceof [A-Z][\\w.]*(<.*>)?\\(.*")))
                .isEmpty();
    }

    private static Stream<String> offendingLines(Predicate<String> offends) {
        return Stream.of("src", "graphql", "db")
                .flatMap(directory ->
                        ProjectFiles.below(directory, "java", "graphqls", "graphql", "sql", "yml", "mjs").stream())
                // Generated files.
                .filter(file -> !file.endsWith("schema.sql")
                        && !file.endsWith("schema.graphql")
                        && !file.endsWith("schema.released.graphql"))
                .flatMap(file -> {
                    List<String> lines = lines(file);
                    return IntStream.range(0, lines.size())
                            .filter(i -> offends.test(lines.get(i)))
                            .mapToObj(i -> file + ":" + (i + 1));
                });
    }

    private static List<String> lines(Path file) {
        return ProjectFiles.text(file).lines().toList();
    }

    /** Number of lines without imports, which readers skip. */
    private static long linesWithoutImports(Path file) {
        return lines(file).stream().filter(line -> !line.startsWith("import ")).count();
    }

    private static double share(List<JavaFile.Method> methods, int lines) {
        return (double) methods.stream()
                        .filter(method -> method.lines() > lines)
                        .count()
                / methods.size();
    }

    private static String above(List<JavaFile.Method> methods, int lines) {
        return methods.stream().filter(method -> method.lines() > lines).toList() + " of " + methods.size()
                + " methods have more than " + lines + " lines";
    }

    /** Coordinates, such as {@code Query.leaderboard.key}, of elements without a description. */
    private static Stream<String> undescribed(String within, Node<?> node) {
        String name = node instanceof NamedNode<?> named ? within + named.getName() : within;
        String prefix = name.isEmpty() ? name : name + ".";
        Stream<String> inside = ((List<?>) node.getChildren())
                .stream()
                        .map(child -> (Node<?>) child)
                        .filter(AbstractDescribedNode.class::isInstance)
                        .flatMap(child -> undescribed(prefix, child));
        boolean silent = node instanceof AbstractDescribedNode<?> described
                // Extended types are described where they are defined.
                && !(node instanceof SDLExtensionDefinition)
                && (described.getDescription() == null
                        || described.getDescription().getContent().isBlank());
        return silent ? Stream.concat(Stream.of(name), inside) : inside;
    }
}
