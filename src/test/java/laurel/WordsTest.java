package laurel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The project is written in plain technical English, and a thing has one name in the schema, the code and the database. */
class WordsTest {
    private static final Path BANNED = Path.of("src/test/resources/banned-words.txt");

    /** What to write instead of each banned word. */
    private static final Map<String, String> INSTEAD = ProjectFiles.text(BANNED)
            .lines()
            .filter(line -> !line.startsWith("#"))
            .map(line -> line.split(" = ", 2))
            .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));

    private static final Pattern WORDS = Pattern.compile(INSTEAD.keySet().stream()
            .sorted(Comparator.comparing(String::length).reversed())
            .collect(Collectors.joining("|", "\\b(", ")\\b")));

    private static final Pattern CAMEL_CASE = Pattern.compile("([a-z0-9])([A-Z])");

    /** Files that never change, test data from elsewhere, and the rules of descriptions, which name such words, too. */
    private static final Pattern EXEMPT =
            Pattern.compile("db/(migration/V.*|schema)\\.sql|src/test/resources/commits/.*"
                    + "|src/test/java/laurel/contract/\\w*Rules(Test)?\\.java|" + BANNED);

    /** Tables with another name. Entries are only removed: the test fails if one is unneeded. */
    private static final Set<String> OTHER_TABLES = Set.of("final_standing", "secret");

    private static final Pattern TABLE = Pattern.compile("(?m)^CREATE TABLE (\\w+)");

    @Test
    void containsNoBannedWords() {
        String[] endings = {
            "java",
            "sql",
            "md",
            "graphqls",
            "graphql",
            "mjs",
            "js",
            "html",
            "css",
            "txt",
            "csv",
            "yml",
            "xml",
            "properties"
        };
        Stream<Path> files = Stream.concat(
                Stream.of("src", "db", "graphql", ".mvn").flatMap(root -> ProjectFiles.below(root, endings).stream()),
                Stream.of("README.md", "pom.xml", ".ci/run", ".ci/start", ".gitignore")
                        .map(Path::of));
        assertThat(files.filter(file -> !EXEMPT.matcher(file.toString()).matches())
                        .flatMap(WordsTest::bannedWords))
                .isEmpty();
    }

    private static Stream<String> bannedWords(Path file) {
        List<String> lines = ProjectFiles.text(file).lines().toList();
        return IntStream.range(0, lines.size()).boxed().flatMap(n -> bannedWords(lines.get(n))
                .map(word -> file + ":" + (n + 1) + ": \"" + word + "\"; instead: " + INSTEAD.get(word)));
    }

    /** Names in camel case and snake case are read as words. */
    private static Stream<String> bannedWords(String line) {
        String words =
                CAMEL_CASE.matcher(line).replaceAll("$1 $2").replace('_', ' ').toLowerCase(Locale.ROOT);
        return WORDS.matcher(words).results().map(MatchResult::group);
    }

    @Test
    void namesSchemaFilesForPackages() {
        Set<String> packages = packages();
        assertThat(ProjectFiles.below("graphql/schema", "graphqls").stream()
                        .map(file -> file.getFileName().toString().replace(".graphqls", ""))
                        .filter(name -> !packages.contains(name)))
                .isEmpty();
    }

    @Test
    void namesTablesForPackages() {
        Set<String> packages = packages();
        assertThat(TABLE.matcher(ProjectFiles.text(Path.of("db/schema.sql")))
                        .results()
                        .map(table -> table.group(1))
                        .filter(table -> packages.stream().noneMatch(name -> isPrefix(name, table))))
                .as("A table is named for the package that stores it, so that its code is found by its name.")
                .hasSameElementsAs(OTHER_TABLES);
    }

    /** Package names have no underscores: the package of {@code dead_letter} is {@code deadletter}. */
    private static boolean isPrefix(String name, String table) {
        return IntStream.rangeClosed(1, table.length())
                .filter(end -> end == table.length() || table.charAt(end) == '_')
                .anyMatch(end -> table.substring(0, end).replace("_", "").equals(name));
    }

    /** The last part of the name of each package. */
    private static Set<String> packages() {
        return JavaFile.below("src/main/java").stream()
                .map(file -> file.inPackage().replaceAll(".*\\.", ""))
                .collect(Collectors.toSet());
    }
}
