package laurel.graphql;

import java.util.HexFormat;
import laurel.database.sql.Sql;
import laurel.graphql.node.NodeIds;

/** Reads the key of IDs directly from the database, as a service that starts on its backup does. */
public final class StoredKey {
    private StoredKey() {}

    public static NodeIds ids(Sql sql) {
        String key = sql.of("SELECT encode(key, 'hex') FROM secret WHERE purpose = 'node-id'")
                .one(String.class);
        return new NodeIds(HexFormat.of().parseHex(key));
    }
}
