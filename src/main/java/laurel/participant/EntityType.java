package laurel.participant;

import java.util.regex.Pattern;
import laurel.request.ErrorCode;
import laurel.request.RefusedException;
import laurel.request.Text;

/** Types of participants, such as ACCOUNT, CHARACTER and GUILD. Clients choose them. */
public final class EntityType {
    private static final Pattern NAME = Pattern.compile("[A-Z][A-Z0-9_]{0,31}");

    private EntityType() {}

    /** Accepts 1 to 32 of A-Z, 0-9 and '_', the first a letter; else refuses as INVALID_ENTITY_TYPE. */
    public static String checked(String name, String... path) {
        if (!NAME.matcher(name).matches()) {
            throw new RefusedException(
                    ErrorCode.INVALID_ENTITY_TYPE,
                    Text.named(path)
                            + " must be 1-32 characters of A-Z, 0-9 and '_', and start with a letter, such as ACCOUNT.",
                    path);
        }
        return name;
    }
}
