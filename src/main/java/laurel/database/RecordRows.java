package laurel.database;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Optional;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.generic.GenericTypes;
import org.jdbi.v3.core.mapper.ColumnMappers;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.mapper.RowMapperFactory;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** Maps a row onto any record: component {@code openedAt} is column {@code opened_at}. */
final class RecordRows implements RowMapperFactory {

    @Override
    public Optional<RowMapper<?>> build(Type type, ConfigRegistry config) {
        Class<?> record = GenericTypes.getErasedType(type);
        // A record that fills one column, such as Json, is a value and not a row.
        if (!record.isRecord() || config.get(ColumnMappers.class).findFor(type).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(ConstructorMapper.of(canonical(record)));
    }

    /** Made accessible, because a repository's rows are nobody else's business. */
    private static Constructor<?> canonical(Class<?> record) {
        Class<?>[] types = Arrays.stream(record.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = record.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException e) {
            throw new AssertionError("every record has a canonical constructor", e);
        }
    }
}
