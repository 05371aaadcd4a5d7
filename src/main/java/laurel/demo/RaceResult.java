package laurel.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import laurel.database.sql.Json;
import laurel.leaderboard.Leaderboard;
import laurel.participant.ExternalParticipantId;
import laurel.participant.ParticipantInput;
import laurel.score.submission.ScoreSubmissionInput;

/** One driver in one race: a line of the file. */
record RaceResult(
        int season,
        int round,
        LocalDate date,
        String grandPrix,
        String driverId,
        String driver,
        String nationality,
        String constructor,
        String place,
        String points) {

    private static final String FILE = "/demo/f1-results-2010-2019.csv";
    private static final LocalTime FLAG = LocalTime.of(14, 0);

    /** All results, in the order of the races. */
    static List<RaceResult> all() {
        var file = Objects.requireNonNull(RaceResult.class.getResourceAsStream(FILE), FILE);
        try (var reader = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
            return reader.lines().skip(1).map(RaceResult::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The results of each race, by the time of the race. */
    static SortedMap<Instant, List<RaceResult>> rounds() {
        return all().stream().collect(Collectors.groupingBy(RaceResult::achievedAt, TreeMap::new, Collectors.toList()));
    }

    /** When the result was achieved: 14:00 UTC on the day of the race. */
    Instant achievedAt() {
        return date.atTime(FLAG).toInstant(ZoneOffset.UTC);
    }

    /** @param board the leaderboard; one that an earlier version created may have no groups */
    ScoreSubmissionInput submission(Leaderboard board) {
        ExternalParticipantId ref = new ExternalParticipantId("DRIVER", driverId);
        Json attributes = new Json("{\"nationality\": \"" + nationality + "\"}");
        Json race = new Json("{\"round\": %d, \"grandPrix\": \"%s\", \"constructor\": \"%s\", \"place\": \"%s\"}"
                .formatted(round, grandPrix, constructor, place));
        // Two nodes that load the demo at once must not count a race twice.
        String key = season + "-" + round + "-" + driverId;
        return new ScoreSubmissionInput(
                board.key(),
                new ParticipantInput(ref, driver, null, attributes, null),
                points,
                0,
                board.grouped() ? group() : Map.of(),
                achievedAt(),
                race,
                key);
    }

    private Map<String, String> group() {
        return Map.of("constructor", constructor, "nationality", nationality);
    }

    private static RaceResult parse(String line) {
        String[] cells = line.split(",", -1);
        return new RaceResult(
                Integer.parseInt(cells[0]),
                Integer.parseInt(cells[1]),
                LocalDate.parse(cells[2]),
                cells[3],
                cells[5],
                cells[6],
                cells[7],
                cells[8],
                cells[9],
                cells[10]);
    }
}
