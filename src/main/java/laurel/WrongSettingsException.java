package laurel;

import java.util.List;

/** Invalid settings, one line for each. */
final class WrongSettingsException extends CannotStartException {
    private static final long serialVersionUID = 1L;

    WrongSettingsException(List<String> lines) {
        super(String.join("\n", lines));
    }
}
