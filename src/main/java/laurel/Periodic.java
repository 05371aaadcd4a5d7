package laurel;

import io.micronaut.context.annotation.Executable;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method without arguments that the service calls periodically. Each call has its own virtual thread, and a node makes at
 * most one at a time. A call that fails is logged, and the next one tries again. The service stops when all calls have
 * ended. See {@link PeriodicJobs}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Executable(processOnStartup = true)
public @interface Periodic {
    /** What the method does, in the words after "Could not", for example {@code drop days of the outbox}. */
    String value();

    /** Time between two calls, such as {@code 1h}, or a setting and its default: {@code laurel.badges.every:1s}. */
    String every();

    /** Time from the start of the service to the first call, such as {@code 0s}. If it is empty, the time between two calls. */
    String first() default "";

    /** Whether it also runs on nodes without background work: it concerns what only this node has, such as its clock. */
    boolean everyNode() default false;
}
