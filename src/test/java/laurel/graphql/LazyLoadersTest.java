package laurel.graphql;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.dataloader.DataLoader;
import org.junit.jupiter.api.Test;

class LazyLoadersTest {
    @Test
    void createsLoaderOnceAtFirstUse() throws Exception {
        var loaders = new LazyLoaders(ResponseBudget.unlimited());
        Loaders.register(loaders, "names", (Set<Integer> ids) -> Map.of(1, "one"));
        Loaders.register(loaders, "others", (Set<Integer> ids) -> Map.of());
        assertThat(loaders.getDataLoaders()).isEmpty();
        DataLoader<Integer, String> names = requireNonNull(loaders.getDataLoader("names"));
        assertThat(loaders.<Integer, String>getDataLoader("names")).isSameAs(names);
        assertThat(loaders.getKeys()).containsExactly("names");
        assertThat(loaders.<Integer, String>getDataLoader("unknown")).isNull();
        var name = names.load(1);
        loaders.dispatchAll();
        assertThat(name.get()).isEqualTo("one");
    }
}
