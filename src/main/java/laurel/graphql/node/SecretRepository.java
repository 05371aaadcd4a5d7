package laurel.graphql.node;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import laurel.database.sql.SqlRepository;

/** Reads the keys that a database has generated. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface SecretRepository extends SqlRepository {
    /** The key for this purpose, in hexadecimal digits. */
    @Query("SELECT encode(key, 'hex') FROM secret WHERE purpose = :purpose")
    String key(String purpose);
}
