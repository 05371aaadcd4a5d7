package laurel.leaderboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import laurel.LaurelServer;
import laurel.TickingClock;
import org.junit.jupiter.api.Test;

class GroupColumnTest {
    @Test
    void groupsAndGroupingsAreKeptAsPlainJson() {
        try (LaurelServer server = LaurelServer.shared(new TickingClock(Instant.EPOCH))) {
            var group = new Group(new TreeMap<>(Map.of("region", "eu", "platform", "pc")));
            var groupings = List.of(Grouping.EVERYONE, new Grouping(List.of("region", "platform")));
            assertThat(server.bean(GroupColumn.class).write(group).text())
                    .isEqualTo("{\"region\":\"eu\",\"platform\":\"pc\"}");
            assertThat(server.bean(GroupColumn.class).write(Group.EVERYONE).text())
                    .isEqualTo("{}");
            assertThat(server.bean(GroupingsColumn.class).write(groupings).text())
                    .isEqualTo("[[],[\"region\",\"platform\"]]");
        }
    }
}
