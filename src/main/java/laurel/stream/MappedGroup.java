package laurel.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import laurel.leaderboard.GroupValue;

/** Which group an entry names: what it does not say is left out. */
record MappedGroup(Map<String, Template> values) {
    List<GroupValue> of(StreamEntry entry) {
        List<GroupValue> group = new ArrayList<>();
        values.forEach((attribute, template) -> {
            String value = template.of(entry);
            if (value != null) {
                group.add(new GroupValue(attribute, value));
            }
        });
        return group;
    }
}
