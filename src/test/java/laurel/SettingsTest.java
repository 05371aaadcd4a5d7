package laurel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.service.ServiceLimits;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The list of settings agrees with the code that reads them and with the limits that clients see. */
class SettingsTest {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(laurel\\.[a-z.-]+)(?::([^}]*))?}");
    private static final Pattern PERIODIC = Pattern.compile("every = \"(laurel\\.[a-z.-]+):([^\"]+)\"");
    private static final Pattern PROPERTY = Pattern.compile("@Property\\(name = \"(laurel\\.[a-z.-]+)\"\\)");
    private static final Pattern GROUP = Pattern.compile(
            "@ConfigurationProperties\\(\"([^\"]+)\"\\)\\s+(?:public )?record \\w+\\((.*?)\\)\\s*\\{", Pattern.DOTALL);
    private static final Pattern ITEM = Pattern.compile("item\\.text\\(\"([a-z-]+)\"(?:, \"(\\w+)\")?\\)");
    private static final Pattern COMPONENT =
            Pattern.compile("(?:@Bindable\\(defaultValue = \"([^\"]*)\"\\)\\s+)?(?:@Nullable )?\\w+ (\\w+)(?:,|$)");
    private static final Pattern PAGE = Pattern.compile("(?:first|runs): (?:Int = )?(\\d+)");
    private static final String LIMITS = "laurel.limits.";

    /** Limits that {@code service} does not return to clients. Errors name them. */
    private static final Set<String> OPERATORS_LIMITS = Set.of(
            "receive-time",
            "send-time",
            "exports",
            "export-time",
            "cached-query-size",
            "large-responses",
            "subscription-text",
            "followed-standings",
            "buffer-size",
            "rescored-days",
            "badge-days");

    @Test
    void listsEverySettingOfTheCodeWithItsDefault() {
        Map<String, String> listed = new TreeMap<>();
        Settings.ALL.stream()
                .filter(setting -> setting.name().startsWith("laurel."))
                .forEach(setting ->
                        listed.put(setting.name(), setting.defaultValue() == null ? "" : setting.defaultValue()));
        assertThat(new TreeMap<>(inCode())).isEqualTo(listed);
    }

    @Test
    void namesLimitsAsClientsSeeThem() {
        Set<String> fields = Stream.of(ServiceLimits.class.getRecordComponents())
                .map(component ->
                        component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
                .map(SettingsTest::withoutCount)
                .collect(Collectors.toSet());
        List<String> limits = Settings.ALL.stream()
                .map(Setting::name)
                .filter(name -> name.startsWith(LIMITS))
                .map(name -> name.substring(LIMITS.length()))
                .toList();
        assertThat(limits).filteredOn(name -> !fields.contains(name)).hasSameElementsAs(OPERATORS_LIMITS);
    }

    @Test
    void allowsPagesThatScriptsOfTheServiceRequest() {
        List<Long> sizes = ProjectFiles.texts(ProjectFiles.WEB_OPERATIONS.toString(), "graphql").values().stream()
                .flatMap(text -> PAGE.matcher(text).results())
                .map(match -> Long.valueOf(match.group(1)))
                .toList();
        Setting pageSize = Settings.ALL.stream()
                .filter(setting -> setting.name().equals("laurel.limits.page-size"))
                .findFirst()
                .orElseThrow();
        assertThat(sizes).hasSizeGreaterThan(10).allMatch(size -> size <= pageSize.min());
    }

    /** {@code preview-day-count} is {@code preview-days}. */
    private static String withoutCount(String name) {
        return name.endsWith("-count")
                ? name.replaceFirst("-count$", "s").replaceFirst("ys$", "ies").replaceFirst("daies$", "days")
                : name;
    }

    @Test
    void mapsRenamedSettingsToExistingOnes() {
        List<String> names = Settings.ALL.stream().map(Setting::name).toList();
        assertThat(names).containsAll(RenamedSettings.PRESENT_NAMES.values());
        assertThat(names).doesNotContainAnyElementsOf(RenamedSettings.PRESENT_NAMES.keySet());
    }

    @Test
    void readsValuesAsTheServiceDoes() {
        Setting number = Setting.number("laurel.rankindex.leaf-size", 16, 1, 1_000, "");
        assertThat(Stream.of("1", "1000", " 16 ")).allMatch(value -> number.complaint(value, text -> null) == null);
        assertThat(Stream.of("0", "1001", "x", "", "1.5", "99999999999999999999"))
                .allMatch(value -> number.complaint(value, text -> null) != null);
        Setting time = Setting.time("laurel.live.tick", "250ms", Duration.ofMillis(10), "");
        assertThat(time.complaint("10ms", text -> Duration.ofMillis(10))).isNull();
        assertThat(time.complaint("9ms", text -> Duration.ofMillis(9)))
                .isEqualTo(
                        "laurel.live.tick is \"9ms\"; it must be a time such as 500ms, 10s, 5m, 24h or 2d, 10ms or more");
        assertThat(time.complaint("", text -> null)).startsWith("laurel.live.tick is empty; ");
        assertThat(Setting.flag("laurel.demo", null, "").complaint("maybe", text -> null))
                .isEqualTo("laurel.demo is \"maybe\"; it must be true or false");
    }

    @ParameterizedTest
    @CsvSource({
        "laurel.database.pool-size, 1, 2, 1000, 1001",
        "laurel.database.spare-connections, 9, 10, 1000, 1001",
        "laurel.rankindex.threshold, -1, 0, 100000, 100001",
        "laurel.rankindex.leaf-size, 0, 1, 1000, 1001",
        "laurel.rankindex.fanout, 1, 2, 1000, 1001",
        "laurel.ledger.retention-months, -1, 0, 12000, 12001",
        "laurel.outbox.retention, 59m, 60m, ,",
        "laurel.audit.retention, 23h, 24h, ,"
    })
    void boundsValues(String name, String below, String least, @Nullable String most, @Nullable String above) {
        Setting setting = Settings.ALL.stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        assertThat(Stream.of(least, most).filter(Objects::nonNull))
                .allMatch(value -> complaint(setting, value) == null);
        assertThat(Stream.of(below, above).filter(Objects::nonNull))
                .allMatch(value -> complaint(setting, value) != null);
    }

    private static @Nullable String complaint(Setting setting, String value) {
        return setting.complaint(value, time -> Duration.parse("PT" + time));
    }

    @Test
    void requiresRetentionOfActivityBeyondAgeOfLateEvents() {
        Duration age = Duration.ofDays(37);
        assertThat(Stream.of(0, 40, 41, 1_000).map(Duration::ofDays))
                .allMatch(retention -> ActivityRetentionRule.complaint(retention, age) == null);
        assertThat(ActivityRetentionRule.complaint(Duration.ofDays(40).minusMillis(1), Duration.ofDays(1)))
                .isEqualTo("laurel.activity.retention is 3455999999ms; it must be 0s to keep all activity events,"
                        + " or at least 40d");
        assertThat(ActivityRetentionRule.complaint(Duration.ofDays(40), age.plusHours(1)))
                .isEqualTo("laurel.activity.retention is 40d; it must be at least laurel.limits.activity-age, which is"
                        + " 889h, and 3d: set it to 961h or more, or laurel.limits.activity-age to 37d or less");
    }

    /** Before it uses the database. */
    @Test
    void refusesToStartWithTooShortRetentionOfActivity() {
        for (String retention : List.of("39d", "402d")) {
            assertThatThrownBy(() -> LaurelServer.on(
                            "jdbc:postgresql://127.0.0.1:1/none",
                            Clock.systemUTC(),
                            Map.of("laurel.activity.retention", retention)))
                    .as(retention)
                    .hasStackTraceContaining(
                            "CannotStartException: laurel.activity.retention is " + retention + "; it must be ");
        }
    }

    /** With their defaults. */
    private static Map<String, String> inCode() {
        Map<String, String> found = new HashMap<>();
        Stream.of(ProjectFiles.below("src/main/java", "java"), ProjectFiles.below("src/main/resources", "yml"))
                .flatMap(files -> files.stream())
                .map(ProjectFiles::text)
                .forEach(text -> {
                    PLACEHOLDER.matcher(text).results().forEach(read -> note(found, read.group(1), read.group(2)));
                    PERIODIC.matcher(text).results().forEach(read -> note(found, read.group(1), read.group(2)));
                    PROPERTY.matcher(text).results().forEach(read -> note(found, read.group(1), null));
                    GROUP.matcher(text).results().forEach(group -> components(found, group));
                    ITEM.matcher(text)
                            .results()
                            .forEach(item -> note(found, "laurel.tokens.issuers[0]." + item.group(1), item.group(2)));
                });
        Settings.INTERNAL.forEach(found::remove);
        return found;
    }

    private static void components(Map<String, String> found, MatchResult group) {
        COMPONENT.matcher(group.group(2).strip()).results().forEach(component -> {
            String name = component.group(2).replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            note(found, group.group(1) + "." + name, component.group(1));
        });
    }

    private static void note(Map<String, String> found, String name, @Nullable String defaultValue) {
        found.merge(name, defaultValue == null ? "" : defaultValue, (one, other) -> one.isEmpty() ? other : one);
    }
}
