package laurel;

import io.micronaut.context.annotation.Requires;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A bean that exists only while the service runs, not while a {@link Command} does. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Requires(missingProperty = Serving.COMMAND)
public @interface Serving {
    /** Property with the name of the running command. */
    String COMMAND = "laurel.command";
}
