package laurel.window;

import laurel.graphql.Typed;
import laurel.leaderboard.Leaderboard;
import laurel.leaderboard.WindowDefinition;

/** A window definition of a board: what the schema calls WindowDefinition. */
record OwnDefinition(Leaderboard board, WindowDefinition definition) implements Typed {
    @Override
    public String typeName() {
        return WindowDefinitionGraphQL.TYPE;
    }
}
