package laurel.leaderboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GroupJsonTest {
    private static final JsonMapper JSON = JsonMapper.createDefault();

    @Test
    void writesGroupsAndGroupingsAsPlainJson() throws IOException {
        var group = new Group(new TreeMap<>(Map.of("region", "eu", "platform", "pc")));
        var groupings = List.of(Grouping.EVERYONE, new Grouping(List.of("region", "platform")));
        assertThat(JSON.writeValueAsString(group)).isEqualTo("{\"region\":\"eu\",\"platform\":\"pc\"}");
        assertThat(JSON.writeValueAsString(Group.EVERYONE)).isEqualTo("{}");
        assertThat(JSON.writeValueAsString(Argument.listOf(Grouping.class), groupings))
                .isEqualTo("[[],[\"region\",\"platform\"]]");
    }
}
