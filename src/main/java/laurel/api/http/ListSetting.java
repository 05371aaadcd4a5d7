package laurel.api.http;

import java.util.List;
import java.util.regex.Pattern;
import laurel.CannotStartException;

/**
 * A setting that lists texts, separated by commas.
 *
 * @param name     name of the setting
 * @param form     what each text must match
 * @param expected the form in words, such as {@code origins such as https://play.example}
 */
public record ListSetting(String name, Pattern form, String expected) {
    /** Returns the texts without surrounding spaces. The service does not start if one has another form. */
    public List<String> checked(List<String> values) {
        List<String> given = values.stream()
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .toList();
        given.stream()
                .filter(value -> !form.matcher(value).matches())
                .findFirst()
                .ifPresent(wrong -> {
                    throw new CannotStartException(
                            name + " contains \"" + wrong + "\"; it must be " + expected + ", separated by commas");
                });
        return given;
    }
}
