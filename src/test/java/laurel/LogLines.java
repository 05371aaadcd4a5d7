package laurel;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** The lines that are logged while it is open, of a level and above. */
public final class LogLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Level least;

    public LogLines(Level least) {
        this.least = least;
        setContext(root.getLoggerContext());
        start();
        root.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getLevel().isGreaterOrEqual(least)) {
            lines.add(event.getLoggerName() + ": " + event.getFormattedMessage());
        }
    }

    /** Those of the loggers below this name. */
    public List<String> of(String logger) {
        return lines.stream().filter(line -> line.startsWith(logger)).toList();
    }

    @Override
    public void close() {
        root.detachAppender(this);
        stop();
    }
}
