package laurel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The list of settings agrees with the code and with README. */
class SettingsTest {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(laurel\\.[a-z.-]+)(?::([^}]*))?}");
    private static final Pattern PROPERTY = Pattern.compile("@Property\\(name = \"(laurel\\.[a-z.-]+)\"\\)");
    private static final Pattern GROUP = Pattern.compile(
            "@ConfigurationProperties\\(\"([^\"]+)\"\\)\\s+(?:public )?record \\w+\\((.*?)\\)\\s*\\{", Pattern.DOTALL);
    private static final Pattern COMPONENT =
            Pattern.compile("(?:@Bindable\\(defaultValue = \"([^\"]*)\"\\)\\s+)?(?:@Nullable )?\\w+ (\\w+)(?:,|$)");

    @Test
    void everySettingOfTheCodeIsListedWithItsDefault() {
        Map<String, String> listed = new TreeMap<>();
        Settings.ALL.stream()
                .filter(setting -> setting.name().startsWith("laurel."))
                .forEach(setting -> listed.put(setting.name(), setting.standard() == null ? "" : setting.standard()));
        assertThat(new TreeMap<>(inCode())).isEqualTo(listed);
    }

    @Test
    void everySettingIsInReadme() {
        String readme = ProjectFiles.text(Path.of("README.md"));
        assertThat(Settings.ALL.stream().map(Setting::name)).allSatisfy(name -> {
            String group = name.substring(0, name.lastIndexOf('.'));
            String last = name.substring(name.lastIndexOf('.') + 1);
            assertThat(readme)
                    .as(name)
                    .matches(text -> text.contains("`" + name + "`")
                            || (text.contains("`" + group + ".") && text.contains("`." + last + "`"))
                            || (group.equals("laurel.limits") && text.contains("`" + last + "`")));
        });
    }

    @Test
    void readsValuesAsTheServiceDoes() {
        Setting count = Setting.whole("laurel.rankindex.leaf-size", 16, 1, 1_000);
        assertThat(Stream.of("1", "1000", " 16 ")).allMatch(value -> count.complaint(value, text -> null) == null);
        assertThat(Stream.of("0", "1001", "x", "", "1.5", "99999999999999999999"))
                .allMatch(value -> count.complaint(value, text -> null) != null);
        Setting time = Setting.time("laurel.live.tick", "250ms", Duration.ofMillis(10));
        assertThat(time.complaint("10ms", text -> Duration.ofMillis(10))).isNull();
        assertThat(time.complaint("9ms", text -> Duration.ofMillis(9)))
                .isEqualTo(
                        "laurel.live.tick is \"9ms\"; it must be a time such as 500ms, 10s, 5m, 24h or 2d, 10ms or more");
        assertThat(time.complaint("", text -> null)).startsWith("laurel.live.tick is empty; ");
        assertThat(Setting.flag("laurel.demo").complaint("maybe", text -> null))
                .isEqualTo("laurel.demo is \"maybe\"; it must be true or false");
    }

    /** With their defaults. */
    private static Map<String, String> inCode() {
        Map<String, String> found = new HashMap<>();
        Stream.of(ProjectFiles.below("src/main/java", "java"), ProjectFiles.below("src/main/resources", "yml"))
                .flatMap(files -> files.stream())
                .map(ProjectFiles::text)
                .forEach(text -> {
                    PLACEHOLDER.matcher(text).results().forEach(read -> note(found, read.group(1), read.group(2)));
                    PROPERTY.matcher(text).results().forEach(read -> note(found, read.group(1), null));
                    GROUP.matcher(text).results().forEach(group -> components(found, group));
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

    private static void note(Map<String, String> found, String name, @Nullable String standard) {
        found.merge(name, standard == null ? "" : standard, (one, other) -> one.isEmpty() ? other : one);
    }
}
