package laurel.player;

import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import laurel.database.sql.SqlRepository;

/** Reads the key that signs tokens, which a database has generated. */
@JdbcRepository(dialect = Dialect.POSTGRES)
interface SigningKeyRepository extends SqlRepository {
    /** In hexadecimal digits. */
    @Query("SELECT encode(key, 'hex') FROM secret WHERE purpose = 'player-token'")
    String key();
}
