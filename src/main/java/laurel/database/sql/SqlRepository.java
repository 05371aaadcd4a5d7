package laurel.database.sql;

import io.micronaut.data.annotation.MappedEntity;
import io.micronaut.data.repository.GenericRepository;

/** A repository of statements, each the {@code @Query} of its method. */
public interface SqlRepository extends GenericRepository<SqlRepository.NoEntity, Void> {
    /** Micronaut Data asks for an entity, and derives no statement from this one. */
    @MappedEntity
    record NoEntity() {}
}
