package laurel.activity.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.core.annotation.Introspected;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.Tries;
import laurel.activity.Tallies;
import laurel.database.sql.Sql;
import laurel.request.AppSource;
import laurel.streak.DayRules;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Records commits of six public projects, each on its author's local day, in random order and with duplicates, and
 * compares streaks and tallies with the model. The long run uses the commits of twenty years.
 */
class CommitActivityTest {
    private static final Instant NOW = Instant.parse("2026-08-20T22:00:00Z");
    private static final ModelDayRule DAYS = ModelDayRule.of("EVENT", ZoneId.of("UTC"));
    private static final int BATCH = 1_000;
    private static final int PARTICIPANTS_PER_QUERY = 100;
    /** The short run starts shortly before the leap day of 2024. */
    private static final Instant SHORT_RUN_START = Instant.parse("2024-02-01T00:00:00Z");

    private static final int ALL_DAYS = 10_000;
    private static final String STREAKS = """
            fragment S on Participant { externalId
              streaks { streak { key } currentLength longestLength lastActiveDate startDate } }
            """;
    private static final String EXTERNAL_IDS = "SELECT id, external_id FROM participant";

    private static LaurelServer server;
    private static List<ModelEvent> commits;
    private static ModelTallies model;

    @BeforeAll
    static void recordCommits() throws IOException {
        server = LaurelServer.start(new TickingClock(NOW), Map.of("laurel.limits.activity-age", "9000d"));
        commits = commits();
        model = new ModelTallies(commits, DAYS);
        ModelClient app = new ModelClient(server.client());
        app.createStreak("daily", "DAY", DAYS);
        app.createStreak("weekly", "WEEK", DAYS);
        List<ModelEvent> sent = shuffledWithDuplicates();
        Set<String> recorded = new HashSet<>();
        for (int from = 0; from < sent.size(); from += BATCH) {
            List<ModelEvent> batch = sent.subList(from, Math.min(sent.size(), from + BATCH));
            assertThat(app.record(batch, DAYS))
                    .isEqualTo(
                            batch.stream().map(one -> !recorded.add(one.id())).toList());
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void computesDailyStreaksOfAllParticipants() {
        Map<String, String> expected = new TreeMap<>();
        model.participants()
                .forEach(
                        participant -> expected.put(participant, describe(model.streak(participant), DAYS.today(NOW))));
        assertThat(streaks("daily")).isEqualTo(expected);
        assertThat(expected.values())
                .filteredOn(one -> !one.startsWith("now 0"))
                .hasSizeGreaterThan(1);
    }

    @Test
    void computesWeeklyStreaksOfAllParticipants() {
        Map<String, String> expected = new TreeMap<>();
        for (String participant : model.participants()) {
            TreeSet<LocalDate> mondays = new TreeSet<>();
            model.activeDates(participant).forEach(day -> mondays.add(monday(day)));
            expected.put(participant, describe(new ModelStreak(mondays, Set.of(), 7), monday(DAYS.today(NOW))));
        }
        assertThat(streaks("weekly")).isEqualTo(expected);
    }

    @Test
    void talliesAllDaysOfAllParticipants() {
        Map<Long, String> externalIds = externalIds();
        List<String> lines = new ArrayList<>();
        server.bean(Sql.class).useTransaction(() -> {
            LocalDate last = DAYS.today(NOW).plusDays(1);
            try (var days = server.bean(Tallies.class).between(dayRuleId(), last.minusDays(ALL_DAYS), last)) {
                days.forEach(day -> day.lines()
                        .forEach(line -> lines.add("%s %s %s %s %d of %d"
                                .formatted(
                                        externalIds.get(day.day().participantId()),
                                        day.day().day(),
                                        line.eventType(),
                                        line.role(),
                                        line.eventCount(),
                                        line.peerCount()))));
            }
        });
        assertThat(lines).doesNotHaveDuplicates().hasSizeGreaterThan(BATCH);
        assertThat(lines.stream().sorted().toList()).isEqualTo(model.lines());
    }

    private static Map<String, String> streaks(String key) {
        Map<String, String> streaks = new TreeMap<>();
        List<String> all = List.copyOf(model.participants());
        for (int from = 0; from < all.size(); from += PARTICIPANTS_PER_QUERY) {
            StringBuilder query = new StringBuilder("{");
            for (String participant : all.subList(from, Math.min(all.size(), from + PARTICIPANTS_PER_QUERY))) {
                query.append(" p%d: participant(ref: {external: {externalId: \"%s\"}}) { ...S }"
                        .formatted(query.length(), participant));
            }
            Answer answer =
                    server.client().ask(query.append(" } ").append(STREAKS).toString());
            if (answer.at("data") instanceof Map<?, ?> data) {
                data.values()
                        .forEach(one -> streaks.put(new Answer(one).text("externalId"), streak(new Answer(one), key)));
            }
        }
        return streaks;
    }

    private static String streak(Answer participant, String key) {
        return participant.list("streaks").stream()
                .filter(one -> one.text("streak", "key").equals(key))
                .map(one -> ModelClient.describe(one))
                .reduce((one, other) -> one + " and " + other)
                .orElse("none");
    }

    /** The current day is that of UTC, or a later day on which the participant has been active. */
    private static String describe(ModelStreak streak, LocalDate today) {
        LocalDate last = streak.active().last();
        LocalDate asOf = last.isAfter(today) ? last : today;
        return ModelClient.describe(
                streak.current(asOf), streak.longest(), streak.lastActiveDate(), streak.startDate());
    }

    private static LocalDate monday(LocalDate day) {
        return day.minusDays(day.getDayOfWeek().getValue() - 1L);
    }

    private static int dayRuleId() {
        return server.bean(Sql.class)
                .connected(() -> server.bean(DayRules.class).ofApp(AppSource.DEFAULT_APP))
                .getFirst()
                .id();
    }

    private static Map<Long, String> externalIds() {
        return server.bean(Sql.class).of(EXTERNAL_IDS).list(ParticipantRow.class).stream()
                .collect(Collectors.toMap(ParticipantRow::id, ParticipantRow::externalId));
    }

    /** A row of {@link #EXTERNAL_IDS}. */
    @Introspected
    record ParticipantRow(long id, String externalId) {}

    private static List<ModelEvent> commits() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("src/test/resources/commits/events.csv"))) {
            return lines.skip(1)
                    .map(line -> commit(line.split(",", -1)))
                    .filter(one -> Tries.LONG || !one.occurredAt().isBefore(SHORT_RUN_START))
                    .toList();
        }
    }

    private static ModelEvent commit(String... column) {
        OffsetDateTime at = OffsetDateTime.parse(column[4]);
        String actor = column[1] + "/" + column[2];
        String peer = column[3].isEmpty() ? null : column[1] + "/" + column[3];
        return ModelEvent.of(column[1] + "/" + column[0], "commit", actor, at.toInstant())
                .withPeer(peer)
                .withTimeZone(at.getOffset());
    }

    /** All commits in random order; one in ten occurs twice. */
    private static List<ModelEvent> shuffledWithDuplicates() {
        Random random = new Random(20260820);
        List<ModelEvent> sent = new ArrayList<>(commits);
        commits.stream().filter(one -> random.nextInt(10) == 0).forEach(sent::add);
        Collections.shuffle(sent, random);
        return sent;
    }
}
