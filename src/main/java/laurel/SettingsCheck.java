package laurel;

import io.micronaut.context.annotation.Context;
import io.micronaut.context.env.Environment;
import io.micronaut.context.env.PropertySource.PropertyConvention;
import io.micronaut.context.env.PropertySource;
import io.micronaut.core.annotation.Order;
import io.micronaut.core.convert.ConversionService;
import io.micronaut.core.order.Ordered;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks all settings before any other bean is made, and warns of unknown names. */
@Context
@Order(Ordered.HIGHEST_PRECEDENCE)
final class SettingsCheck {
    private static final Logger LOG = LoggerFactory.getLogger("laurel");
    private static final String PROPERTY = "laurel.";
    private static final String VARIABLE = "LAUREL_";

    SettingsCheck(Environment environment, ConversionService conversions) {
        unknown(environment).forEach(name -> LOG.warn("{} is not a setting of Laurel; it has no effect", name));
        List<String> complaints = Settings.ALL.stream()
                .map(setting -> complaint(setting, environment, conversions))
                .filter(Objects::nonNull)
                .toList();
        if (!complaints.isEmpty()) {
            throw new InvalidSettingsException(complaints);
        }
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
        Set<String> names = Settings.ALL.stream().map(Setting::name).collect(Collectors.toSet());
        Set<String> variables = Settings.ALL.stream().map(Setting::variable).collect(Collectors.toSet());
        Set<String> unknown = new TreeSet<>();
        for (PropertySource source : environment.getPropertySources()) {
            boolean ofEnvironment = source.getConvention() == PropertyConvention.ENVIRONMENT_VARIABLE;
            for (String name : source) {
                if (ofEnvironment ? strangeVariable(name, variables) : strangeProperty(name, names)) {
                    unknown.add(name);
                }
            }
        }
        return unknown;
    }

    private static boolean strangeVariable(String name, Set<String> known) {
        return name.startsWith(VARIABLE) && !name.startsWith(Settings.OF_THE_TESTS) && !known.contains(name);
    }

    /** A list may be given as {@code laurel.keys[0]}. */
    private static boolean strangeProperty(String name, Set<String> known) {
        String plain = name.replaceFirst("\\[.*", "");
        return plain.startsWith(PROPERTY) && !Settings.INTERNAL.contains(plain) && !known.contains(plain);
    }
}
