package laurel.bench.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs contestants in turns. Each round begins with another one, so that none always follows the slowest.
 *
 * @param rounds  number of rounds, at least 1
 * @param measure length of a turn
 */
public record Rounds(int rounds, Duration measure, Progress progress) {
    /** Runs the rounds, closes the loads, and returns the results. */
    public Results run(String title, List<Contestant> contestants) throws Exception {
        Map<String, List<Sample>> samples = new LinkedHashMap<>();
        contestants.forEach(contestant -> samples.put(contestant.name(), new ArrayList<>()));
        try {
            progress.begin(title, turns(contestants), "turns");
            warmUp(contestants);
            for (int round = 0; round < rounds; round++) {
                round(round, contestants, samples);
            }
            progress.end();
        } finally {
            for (Contestant contestant : contestants) {
                contestant.load().close();
            }
        }
        return new Results(samples);
    }

    private long turns(List<Contestant> contestants) {
        return contestants.stream()
                .mapToLong(contestant -> Math.min(rounds, contestant.most()) + (contestant.most() >= rounds ? 1 : 0))
                .sum();
    }

    /** Warms up: prepares statements, compiles code and reads pages. */
    private void warmUp(List<Contestant> contestants) throws Exception {
        for (Contestant contestant : contestants) {
            if (contestant.most() >= rounds) {
                contestant.load().run(measure);
                progress.advance(1);
            }
        }
    }

    private void round(int round, List<Contestant> contestants, Map<String, List<Sample>> samples) throws Exception {
        List<Contestant> order = new ArrayList<>(contestants);
        Collections.rotate(order, -round);
        for (Contestant contestant : order) {
            if (round < contestant.most()) {
                Sample sample = contestant.load().run(measure);
                samples.computeIfAbsent(contestant.name(), name -> new ArrayList<>())
                        .add(sample);
                progress.advance(1);
            }
        }
    }
}
