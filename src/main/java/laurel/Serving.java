package laurel;

import io.micronaut.context.annotation.Requires;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A bean that works by itself while the service runs, and is not there while a {@link Command} does. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Requires(missingProperty = Serving.COMMAND)
public @interface Serving {
    /** The property that holds the name of the command. */
    String COMMAND = "laurel.command";
}
