package laurel;

import io.micronaut.context.annotation.Prototype;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test of the running service. It can inject a {@link LaurelServer} with a separate app, the {@link TickingClock} of
 * the service, and beans of the service.
 *
 * <p>The app and the time are new for each method, or for the class if its lifecycle is PER_CLASS. Many classes use
 * the same service in turn ({@link LaurelServer#shared}), so it is for tests that need no settings and touch nothing
 * outside of their app.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ExtendWith(LaurelExtension.class)
@Prototype
public @interface LaurelTest {
    /** The time at the start. */
    String at() default "2025-07-13T14:30:00Z";
}
