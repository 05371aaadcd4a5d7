package laurel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import laurel.contract.BreakingChanges.Change;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The generated schema files are up to date, and the schema does not break clients of the last release. Breaking
 * changes are listed in {@code graphql/breaking-changes.txt}, with the deprecation that announced each 12 months
 * before.
 */
class ReleasedSchemaTest {
    private static final Path ANNOUNCED = Path.of("graphql/breaking-changes.txt");
    private static final Pattern ENTRY = Pattern.compile(
            "(?<at>.+?) deprecated (?<from>\\d{4}-\\d\\d-\\d\\d) removed (?<to>\\d{4}-\\d\\d-\\d\\d): .+");
    private static final String WRITE = "laurel.graphql.write";
    private static final String RELEASE = "laurel.graphql.release";

    @BeforeAll
    static void write() throws IOException {
        write(WRITE, SchemaFile.PRESENT);
        write(RELEASE, SchemaFile.RELEASED);
    }

    @Test
    void findsSchemaFileUpToDate() throws IOException {
        assertThat(SchemaFile.PRESENT)
                .as("%s is out of date: ./mvnw test -Dtest=ReleasedSchemaTest -D%s=true", SchemaFile.PRESENT, WRITE)
                .content()
                .isEqualTo(SchemaFile.print(Contract.PRESENT));
    }

    @Test
    void parsesSchemaFileToSameSchema() throws IOException {
        assertThat(SchemaFile.print(Contract.of(Files.readString(SchemaFile.PRESENT))))
                .isEqualTo(Files.readString(SchemaFile.PRESENT));
    }

    @Test
    void breaksNoClientOfTheLastRelease() throws IOException {
        List<String> announced =
                announced().stream().map(entry -> entry.group("at")).toList();
        assertThat(changes())
                .as("""
                        clients of the last release would break. Deprecate for 12 months first, then list it in %s.
                        After a release: ./mvnw test -Dtest=ReleasedSchemaTest -D%s=true""", ANNOUNCED, RELEASE)
                .filteredOn(change -> !announced.contains(change.at()))
                .isEmpty();
    }

    @Test
    void findsNoBreakingChangeWithoutAYearOfDeprecation() throws IOException {
        List<String> broken = changes().stream().map(Change::at).toList();
        assertThat(announced()).allSatisfy(entry -> {
            assertThat(broken).as("announced changes break clients").contains(entry.group("at"));
            LocalDate deprecated = LocalDate.parse(entry.group("from"));
            assertThat(LocalDate.parse(entry.group("to"))).isAfterOrEqualTo(deprecated.plusMonths(12));
        });
    }

    private static List<Change> changes() throws IOException {
        return BreakingChanges.between(Contract.of(Files.readString(SchemaFile.RELEASED)), Contract.PRESENT);
    }

    private static List<Matcher> announced() throws IOException {
        return Files.readAllLines(ANNOUNCED).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(ENTRY::matcher)
                .peek(entry ->
                        assertThat(entry.matches()).as("%s is an entry", entry).isTrue())
                .collect(Collectors.toList());
    }

    private static void write(String property, Path file) throws IOException {
        if (Boolean.getBoolean(property)) {
            Files.writeString(file, SchemaFile.print(Contract.PRESENT));
        }
    }
}
