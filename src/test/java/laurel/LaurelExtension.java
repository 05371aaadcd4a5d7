package laurel;

import io.micronaut.test.annotation.MicronautTestValue;
import io.micronaut.test.annotation.TransactionMode;
import io.micronaut.test.extensions.junit5.MicronautJunit5Extension;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Micronaut's test extension with the context of a shared service that is already running. The original starts a
 * service for each test class.
 */
final class LaurelExtension extends MicronautJunit5Extension {
    @SuppressWarnings("NullAway.Init") // Set before the first test of the class.
    private SharedServers.Lease lease;

    @Override
    protected MicronautTestValue buildMicronautTestValue(Class<?> test) {
        return new MicronautTestValue(
                void.class,
                new String[0],
                new String[0],
                new String[0],
                false,
                false,
                false,
                null,
                TransactionMode.SEPARATE_TRANSACTIONS,
                false,
                true);
    }

    @Override
    protected boolean hasExpectedAnnotations(Class<?> test) {
        return AnnotationSupport.isAnnotated(test, LaurelTest.class);
    }

    @Override
    protected void beforeClass(ExtensionContext context, Class<?> test, @Nullable MicronautTestValue value) {
        lease = SharedServers.lease();
        lease.begin(clock(test));
        testAnnotationValue = value;
        applicationContext = lease.beans();
        specDefinition = applicationContext.findBeanDefinition(test).orElse(null);
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        if (context.getTestInstanceLifecycle().orElseThrow() == TestInstance.Lifecycle.PER_METHOD) {
            lease.begin(clock(context.getRequiredTestClass()));
        }
        super.beforeEach(context);
    }

    @Override
    protected void afterClass(ExtensionContext context) {
        lease.close();
    }

    private static TickingClock clock(Class<?> test) {
        String at = AnnotationSupport.findAnnotation(test, LaurelTest.class)
                .orElseThrow()
                .at();
        return new TickingClock(Instant.parse(at));
    }
}
