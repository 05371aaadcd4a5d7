package laurel.graphql.node;

import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Factory;
import java.util.HexFormat;

/** Reads the key of IDs once, when the service starts. */
@Factory
final class NodeIdsFactory {
    private static final String PURPOSE = "node-id";

    @Context
    NodeIds ids(SecretRepository secrets) {
        return new NodeIds(HexFormat.of().parseHex(secrets.key(PURPOSE)));
    }
}
