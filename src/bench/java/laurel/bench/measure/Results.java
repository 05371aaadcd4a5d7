package laurel.bench.measure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The results of a comparison. */
public final class Results {
    private final Map<String, Result> byName = new LinkedHashMap<>();

    Results(Map<String, List<Sample>> samples) {
        samples.forEach((name, taken) -> byName.put(name, new Result(taken)));
    }

    /** The result of the contestant with this name. */
    public Result of(Object name) {
        Result result = byName.get(name.toString());
        if (result == null) {
            throw new IllegalArgumentException("no contestant " + name);
        }
        return result;
    }

    /** A sentence for each contestant whose operations failed. */
    public List<String> failures() {
        return byName.entrySet().stream()
                .filter(entry -> entry.getValue().failures() > 0)
                .map(entry -> entry.getKey() + ": " + entry.getValue().failures() + " of "
                        + entry.getValue().operations() + " failed, one with "
                        + entry.getValue().failure())
                .toList();
    }
}
