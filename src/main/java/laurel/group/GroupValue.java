package laurel.group;

import io.micronaut.core.annotation.Introspected;
import java.util.Comparator;
import laurel.request.Text;

/** A value of an attribute, which identifies a group of an app. */
@Introspected
public record GroupValue(String attribute, String value) implements Comparable<GroupValue> {
    private static final Comparator<GroupValue> ORDER =
            Comparator.comparing(GroupValue::attribute).thenComparing(GroupValue::value);

    /** Whether there can be such a group: PostgreSQL rejects queries for some texts. */
    public boolean possible() {
        return GroupValues.isAttribute(attribute) && Text.isLine(value, GroupValues.MAX_VALUE);
    }

    @Override
    public int compareTo(GroupValue other) {
        return ORDER.compare(this, other);
    }
}
