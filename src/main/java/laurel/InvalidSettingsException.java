package laurel;

import java.util.List;

/** Invalid settings. The message has a line for each. */
final class InvalidSettingsException extends CannotStartException {
    private static final long serialVersionUID = 1L;

    InvalidSettingsException(List<String> lines) {
        super(String.join("\n", lines));
    }
}
