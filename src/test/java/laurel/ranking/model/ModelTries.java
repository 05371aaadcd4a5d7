package laurel.ranking.model;

import laurel.Tries;
import net.jqwik.api.Example;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/** Increases the number of tries in long runs. */
final class ModelTries implements AroundPropertyHook {
    private static final int LONG_TRIES = 120;

    @Override
    public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
        if (Tries.LONG && !context.targetMethod().isAnnotationPresent(Example.class)) {
            context.attributes().setTries(LONG_TRIES);
        }
        return property.execute();
    }

    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }
}
