package laurel.refusal;

/** The service must not start as it is configured. The message is one line, meant for whoever starts it. */
public final class StartupRefusedException extends RuntimeException {
    public StartupRefusedException(String line) {
        super(line);
    }
}
