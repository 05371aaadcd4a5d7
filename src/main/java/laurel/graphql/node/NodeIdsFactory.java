package laurel.graphql.node;

import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Factory;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import java.util.HexFormat;
import laurel.database.sql.SqlRepository;

/** Reads the key of IDs once, when the service starts. */
@Factory
final class NodeIdsFactory {
    private static final String PURPOSE = "node-id";

    @Context
    NodeIds ids(SecretRepository secrets) {
        return new NodeIds(HexFormat.of().parseHex(secrets.key(PURPOSE)));
    }

    /** Reads the keys that a database has generated. */
    @JdbcRepository(dialect = Dialect.POSTGRES)
    interface SecretRepository extends SqlRepository {
        /** The key for this purpose, in hexadecimal digits. */
        @Query("SELECT encode(key, 'hex') FROM secret WHERE purpose = :purpose")
        String key(String purpose);
    }
}
