package laurel;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.annotation.Value;
import io.micronaut.context.event.StartupEvent;
import io.micronaut.context.processor.ExecutableMethodProcessor;
import io.micronaut.inject.BeanDefinition;
import io.micronaut.inject.ExecutableMethod;
import io.micronaut.runtime.event.annotation.EventListener;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the methods that are {@link Periodic}, and schedules them when the service has started.
 *
 * <p>Micronaut's {@code @Scheduled} would need a proxy for each method, which starts it on another thread and skips it while it
 * runs.
 */
@Singleton
class PeriodicMethods implements ExecutableMethodProcessor<Periodic> {
    private static final String SETTING = "laurel.";

    private final ApplicationContext beans;
    private final PeriodicJobs jobs;
    private final boolean background;
    private final List<Runnable> found = new ArrayList<>();

    /** @param background false on a node that only answers requests: it calls only what every node calls */
    PeriodicMethods(
            ApplicationContext beans, PeriodicJobs jobs, @Value("${laurel.background:true}") boolean background) {
        this.beans = beans;
        this.jobs = jobs;
        this.background = background;
    }

    @Override
    public void process(BeanDefinition<?> bean, ExecutableMethod<?, ?> method) {
        if (background || method.isTrue(Periodic.class, "everyNode")) {
            found.add(() -> schedule(bean, method));
        }
    }

    @EventListener
    void start(StartupEvent event) {
        found.forEach(Runnable::run);
        found.clear();
    }

    @SuppressWarnings("unchecked") // It is a method of the bean.
    private <B> void schedule(BeanDefinition<B> bean, ExecutableMethod<?, ?> method) {
        String every = method.stringValue(Periodic.class, "every").orElseThrow();
        String first = method.stringValue(Periodic.class, "first")
                .filter(time -> !time.isEmpty())
                .orElse(every);
        String what = method.stringValue(Periodic.class).orElseThrow();
        ExecutableMethod<B, ?> call = (ExecutableMethod<B, ?>) method;
        jobs.schedule(
                what,
                () -> {
                    B instance = beans.getBean(bean);
                    return () -> call.invoke(instance);
                },
                time(first),
                time(every));
    }

    private Duration time(String text) {
        String time = text.startsWith(SETTING)
                ? beans.getEnvironment().getPlaceholderResolver().resolveRequiredPlaceholders("${" + text + "}")
                : text;
        return beans.getConversionService().convert(time, Duration.class).orElseThrow();
    }
}
