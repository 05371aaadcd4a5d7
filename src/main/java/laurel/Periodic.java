package laurel;

import io.micronaut.aop.Around;
import io.micronaut.context.annotation.Type;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A scheduled job. Each runs on its own virtual thread, at most once at a time on a node. A run that fails is logged, and
 * the next run tries again. The service stops when all runs have ended. See {@link PeriodicJobs}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Around
@Type(PeriodicJobs.class)
public @interface Periodic {
    /** What the job does, in the words after "Could not", for example {@code drop days of the outbox}. */
    String value();

    /** Whether it also runs on nodes without background work: it concerns what only this node has, such as its clock. */
    boolean everyNode() default false;
}
