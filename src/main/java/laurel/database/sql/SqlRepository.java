package laurel.database.sql;

import io.micronaut.data.annotation.MappedEntity;
import io.micronaut.data.repository.GenericRepository;

/** A repository of methods with a {@code @Query}. */
public interface SqlRepository extends GenericRepository<SqlRepository.NoEntity, Void> {
    /** Micronaut Data requires an entity. No statement is derived from this one. */
    @MappedEntity
    record NoEntity() {}
}
