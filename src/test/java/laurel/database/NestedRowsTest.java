package laurel.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.Set;
import java.util.stream.Collectors;
import laurel.ProjectClasses;
import org.jdbi.v3.core.mapper.Nested;
import org.junit.jupiter.api.Test;

class NestedRowsTest {
    /** Jdbi makes them past {@code RecordRows}: a private one works only once it has been a row of its own. */
    @Test
    void recordsWithinRowsArePublic() {
        Set<String> hidden = ProjectClasses.ALL.stream()
                .filter(JavaClass::isRecord)
                .flatMap(type -> type.getConstructors().stream())
                .flatMap(constructor -> constructor.getParameters().stream())
                .filter(parameter -> parameter.isAnnotatedWith(Nested.class))
                .map(parameter -> parameter.getRawType())
                .filter(type -> !type.getModifiers().contains(JavaModifier.PUBLIC))
                .map(JavaClass::getName)
                .collect(Collectors.toSet());
        assertThat(hidden).isEmpty();
    }
}
