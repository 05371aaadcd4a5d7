package laurel;

import io.micronaut.aop.Around;
import io.micronaut.context.annotation.Type;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A scheduled method. It runs on its own virtual thread, never twice at the same time on a node, and the service waits for it
 * when it stops. See {@link PeriodicJobs}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Around
@Type(PeriodicJobs.class)
public @interface Periodic {}
