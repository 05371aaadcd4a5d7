package laurel.graphql;

import java.util.HexFormat;
import laurel.database.sql.Sql;
import laurel.graphql.node.NodeIds;

/** Reads the key of IDs from a database whose service is not asked, as another that restores its backup would. */
public final class StoredKey {
    private StoredKey() {}

    public static NodeIds ids(Sql sql) {
        String key = sql.of("SELECT encode(key, 'hex') FROM secret WHERE purpose = 'node-id'")
                .one(String.class);
        return new NodeIds(HexFormat.of().parseHex(key));
    }
}
