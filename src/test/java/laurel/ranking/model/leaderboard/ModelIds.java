package laurel.ranking.model.leaderboard;

import java.util.ArrayList;
import java.util.List;

/** Numbers the IDs of a leaderboard's submissions in order of acceptance. */
public final class ModelIds {
    private final List<String> ids = new ArrayList<>();

    public int number(String id) {
        if (!ids.contains(id)) {
            ids.add(id);
        }
        return ids.indexOf(id);
    }

    public String id(int number) {
        return ids.get(number);
    }
}
