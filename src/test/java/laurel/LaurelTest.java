package laurel;

import io.micronaut.context.annotation.Prototype;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test of the running service. Injected into it are a {@link LaurelServer} in an app of its own, the {@link
 * TickingClock} by which the service lives, and whichever of the service's beans it names.
 *
 * <p>The app and the time are new for each method, or for the class if its lifecycle is PER_CLASS. The service is one
 * that many classes use in turn ({@link LaurelServer#shared}): for tests that need no settings, and neither read nor
 * change what is not their app's.
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
