package laurel.database;

import io.micronaut.data.annotation.MappedEntity;

/**
 * The entity of every repository: Micronaut Data asks for one, and derives no statement from it, because Laurel's statements are
 * all written out.
 */
@MappedEntity
public record NoEntity() {}
