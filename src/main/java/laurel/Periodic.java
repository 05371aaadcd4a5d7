package laurel;

import io.micronaut.aop.Around;
import io.micronaut.context.annotation.Type;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A scheduled job: it runs on a virtual thread of its own, never twice at once on a node, and the service ends only when
 * it is done. See {@link PeriodicJobs}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Around
@Type(PeriodicJobs.class)
public @interface Periodic {}
