package laurel;

import graphql.language.EnumTypeDefinition;
import graphql.language.EnumValueDefinition;
import graphql.schema.idl.SchemaParser;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Pages of {@code src/docs} that are generated: the settings, and the error codes of the schema. */
enum GeneratedPage {
    SETTINGS("src/docs/settings.md") {
        @Override
        String text() {
            StringBuilder page = new StringBuilder("""
                    # Settings

                    Generated from `laurel.Settings`; do not edit. A test keeps it up to date.

                    Set a value as an environment variable or as an option: `laurel.database.pool-size` is
                    `LAUREL_DATABASE_POOL_SIZE` or `--laurel.database.pool-size=32`. Times are values such as
                    `500ms`, `10s`, `5m`, `24h` or `2d`. Numbers are whole numbers. A value may not contain `${`.

                    Settings are checked at the start. Each invalid value and each former name gives one
                    line, and the service does not start. Unknown names that begin with `laurel.` or `LAUREL_`
                    give a warning.

                    Clients read the limits that concern them from `service { limits { ... } }`, under the names
                    of the API: `laurel.limits.preview-days` is `previewDayCount`. Limits that no setting changes
                    are in [limits](limits.md).
                    """);
            for (Settings.Section section : Settings.SECTIONS) {
                page.append("\n## ")
                        .append(section.title())
                        .append("\n\n| setting | default | range | |\n|---|---|---|---|\n");
                section.settings()
                        .forEach(setting -> page.append("| `%s` | %s | %s | %s |\n"
                                .formatted(
                                        setting.name(),
                                        shownDefault(setting),
                                        setting.range(),
                                        setting.description())));
            }
            return page.toString();
        }
    },

    ERRORS("src/docs/errors.md") {
        @Override
        String text() {
            return """
                    # Error codes

                    Generated from the descriptions of `ErrorCode` and `RequestErrorCode` in the schema, except for
                    the last column. A test keeps it up to date. [Mutations and their errors](mutations.md) explains
                    where errors are in a response.

                    ## Errors of mutations

                    Codes of `errors { code message path }` in a payload, or in the result of an item of a batch.
                    Nothing of the mutation, or of the item, was stored.

                    """ + table("ErrorCode") + """

                    ## Errors of requests

                    Codes of `errors[].extensions.code` in a response.

                    """ + table("RequestErrorCode");
        }
    };

    private static final Pattern ADVICE = Pattern.compile("^\\| `(\\w+)` \\|.*\\| ([^|]*) \\|$", Pattern.MULTILINE);

    private final Path path;

    GeneratedPage(String path) {
        this.path = Path.of(path);
    }

    abstract String text();

    Path path() {
        return path;
    }

    private static String shownDefault(Setting setting) {
        return setting.defaultValue() == null || setting.defaultValue().isEmpty()
                ? ""
                : "`" + setting.defaultValue() + "`";
    }

    /** The codes of an enum with their descriptions, and what to do, which is kept from the page as it is. */
    String table(String enumName) {
        Map<String, String> advice = advice(enumName);
        StringBuilder table = new StringBuilder("| code | meaning | what to do |\n|---|---|---|\n");
        for (EnumValueDefinition code : codes(enumName)) {
            String meaning = code.getDescription()
                    .getContent()
                    .strip()
                    .replaceAll("\\s+", " ")
                    .replace("|", "\\|");
            table.append(
                    "| `%s` | %s | %s |\n".formatted(code.getName(), meaning, advice.getOrDefault(code.getName(), "")));
        }
        return table.toString();
    }

    private static Iterable<EnumValueDefinition> codes(String enumName) {
        return new SchemaParser()
                .parse(ProjectFiles.text(Path.of("graphql/schema.graphql"))).getTypes(EnumTypeDefinition.class).stream()
                        .filter(type -> type.getName().equals(enumName))
                        .findFirst()
                        .orElseThrow()
                        .getEnumValueDefinitions();
    }

    /** Both enums have some codes in common, so each is looked for in its own section. */
    private Map<String, String> advice(String enumName) {
        String page = path.toFile().exists() ? ProjectFiles.text(path) : "";
        int requests = Math.max(0, page.indexOf("## Errors of requests"));
        String section = enumName.equals("ErrorCode") ? page.substring(0, requests) : page.substring(requests);
        Map<String, String> advice = new HashMap<>();
        ADVICE.matcher(section).results().forEach(row -> advice.put(row.group(1), row.group(2)));
        return advice;
    }
}
