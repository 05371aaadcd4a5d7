package laurel;

import static java.util.stream.Collectors.toSet;

import io.micronaut.context.annotation.Context;
import io.micronaut.context.env.CommandLinePropertySource;
import io.micronaut.context.env.Environment;
import io.micronaut.context.env.PropertySource;
import io.micronaut.context.env.PropertySource.PropertyConvention;
import io.micronaut.context.env.SystemPropertiesPropertySource;
import io.micronaut.core.annotation.Order;
import io.micronaut.core.convert.ConversionService;
import io.micronaut.core.order.Ordered;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks all settings before any other bean is created. Invalid values and former names fail; unknown names give a warning. */
@Context
@Order(Ordered.HIGHEST_PRECEDENCE)
final class SettingsCheck {
    private static final Logger LOG = LoggerFactory.getLogger("laurel");
    private static final String PROPERTY = "laurel.";
    private static final String VARIABLE = "LAUREL_";
    private static final String PLACEHOLDER = "${";

    private static final Set<String> NAMES =
            Settings.ALL.stream().map(Setting::name).collect(toSet());
    private static final Set<String> VARIABLES =
            Settings.ALL.stream().map(Setting::variable).collect(toSet());

    SettingsCheck(Environment environment, ConversionService conversions) {
        refuse(placeholders(environment));
        Set<String> unknown = unknown(environment);
        List<String> complaints = Stream.concat(
                        unknown.stream().map(RenamedSettings::complaint),
                        Settings.ALL.stream().map(setting -> complaint(setting, environment, conversions)))
                .filter(Objects::nonNull)
                .toList();
        unknown.stream()
                .filter(name -> RenamedSettings.complaint(name) == null)
                .forEach(name -> LOG.warn("{} is not a setting of Laurel; it has no effect", name));
        refuse(complaints);
        String complaint = ActivityRetentionRule.complaint(environment);
        if (complaint != null) {
            throw new CannotStartException(complaint);
        }
    }

    private static void refuse(List<String> complaints) {
        if (!complaints.isEmpty()) {
            throw new CannotStartException(String.join("\n", complaints));
        }
    }

    /** Micronaut would replace placeholders in a password, and report it with a stack trace if it cannot. */
    private static List<String> placeholders(Environment environment) {
        Set<String> names = new TreeSet<>();
        for (PropertySource source : environment.getPropertySources()) {
            if (isOfProcess(source)) {
                source.forEach(name -> {
                    if ((name.startsWith(PROPERTY) || name.startsWith(VARIABLE))
                            && String.valueOf(source.get(name)).contains(PLACEHOLDER)) {
                        names.add(name);
                    }
                });
            }
        }
        return names.stream()
                .map(name -> name + " contains " + PLACEHOLDER + ", which is not allowed")
                .toList();
    }

    /** Whether a source is the environment, the system properties or the options, and not a file. */
    private static boolean isOfProcess(PropertySource source) {
        return source.getConvention() == PropertyConvention.ENVIRONMENT_VARIABLE
                || source instanceof SystemPropertiesPropertySource
                || source instanceof CommandLinePropertySource;
    }

    private static @Nullable String complaint(Setting setting, Environment environment, ConversionService conversions) {
        if (setting.kind() == Setting.Kind.TEXT) {
            return null;
        }
        return environment
                .getProperty(setting.name(), String.class)
                .map(value -> setting.complaint(
                        value, text -> conversions.convert(text, Duration.class).orElse(null)))
                .orElse(null);
    }

    private static Set<String> unknown(Environment environment) {
        Set<String> unknown = new TreeSet<>();
        for (PropertySource source : environment.getPropertySources()) {
            boolean ofEnvironment = source.getConvention() == PropertyConvention.ENVIRONMENT_VARIABLE;
            for (String name : source) {
                if (ofEnvironment ? isUnknownVariable(name) : isUnknownProperty(name)) {
                    unknown.add(name);
                }
            }
        }
        return unknown;
    }

    private static boolean isUnknownVariable(String name) {
        return name.startsWith(VARIABLE)
                && !name.startsWith(Settings.TEST_VARIABLES)
                && !VARIABLES.contains(name.replaceFirst("_\\d+_", "_0_"));
    }

    /** A list may be given as {@code laurel.keys[0]}. Settings of the first issuer describe those of all. */
    private static boolean isUnknownProperty(String name) {
        String plain = name.replaceFirst("\\[\\d+]$", "").replaceFirst("\\[\\d+]", "[0]");
        return plain.startsWith(PROPERTY) && !Settings.INTERNAL.contains(plain) && !NAMES.contains(plain);
    }
}
