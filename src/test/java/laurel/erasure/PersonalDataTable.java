package laurel.erasure;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.ProjectFiles;

/**
 * A line of {@code personal-data.txt}.
 *
 * @param kept columns that keep their values
 */
record PersonalDataTable(String name, String rule, Set<String> kept) {
    static final Set<String> RULES = Set.of("none", "deleted", "anonymized", "kept");

    static List<PersonalDataTable> all() {
        return ProjectFiles.text(Path.of("src/test/resources/personal-data.txt"))
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" *\\|", 4))
                .map(cells -> new PersonalDataTable(
                        cells[0].strip(),
                        cells[1].strip(),
                        Arrays.stream(cells[2].split(","))
                                .map(String::strip)
                                .filter(column -> !column.isEmpty())
                                .collect(Collectors.toSet())))
                .toList();
    }
}
