package laurel.ranking.model;

import java.util.ArrayList;
import java.util.List;

/** Numbers the ids of a board's submissions in the order in which they are met, which is that of the ledger. */
final class ModelIds {
    private final List<String> ids = new ArrayList<>();

    int number(String id) {
        if (!ids.contains(id)) {
            ids.add(id);
        }
        return ids.indexOf(id);
    }

    String id(int number) {
        return ids.get(number);
    }
}
