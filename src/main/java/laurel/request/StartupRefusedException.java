package laurel.request;

import laurel.CannotStartException;

/** The service must not start as it is configured. The message is one line, meant for whoever starts it. */
public final class StartupRefusedException extends CannotStartException {
    public StartupRefusedException(String line) {
        super(line);
    }
}
