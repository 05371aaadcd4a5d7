package laurel.activity;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.Collection;
import java.util.List;
import laurel.database.sql.SqlRepository;
import laurel.group.GroupValue;

/** Stores the groups whose activity was counted by days in their time zones. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface CountedGroupRepository extends SqlRepository {
    /** Returns those of these groups that are stored. */
    @Query("""
            SELECT g.attribute, g.value
            FROM unnest(:groups.attribute, :groups.value) AS input (attribute, value)
            CROSS JOIN LATERAL (
                SELECT * FROM activity_counted_group AS c
                WHERE c.app_id = :app AND c.attribute = input.attribute AND c.value = input.value OFFSET 0) AS g
            """)
    List<GroupValue> existing(int app, Collection<GroupValue> groups);

    @Query("""
            INSERT INTO activity_counted_group (app_id, attribute, value)
            SELECT :app, g.* FROM unnest(:groups.attribute, :groups.value) AS g
            """)
    void add(int app, Collection<GroupValue> groups);
}
