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
import laurel.activity.ParticipantDay;
import laurel.activity.Tallies;
import laurel.database.sql.Sql;
import laurel.request.AppSource;
import laurel.streak.DayRules;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Commits of six public projects, in the long run those of twenty years, each on its author's own local day, sent in no
 * order and partly more than once: streaks and whom everybody worked with are those of a plain computation.
 */
class CommitActivityTest {
    private static final Instant NOW = Instant.parse("2026-08-20T22:00:00Z");
    private static final ModelDays DAYS = ModelDays.of("EVENT", ZoneId.of("UTC"));
    private static final int BATCH = 1_000;
    private static final int AT_ONCE = 100;
    /** The leap day of 2024 and what came after it. */
    private static final Instant SHORT_FROM = Instant.parse("2024-02-01T00:00:00Z");

    private static final int ALL_DAYS = 10_000;
    private static final String STREAKS = """
            fragment S on Participant { externalId
              streaks { streak { key } currentLength longestLength lastActiveDate startDate } }
            """;
    private static final String NAMES = "SELECT id, external_id FROM participant";

    private static LaurelServer server;
    private static List<ModelEvent> commits;
    private static ModelTallies expected;

    @BeforeAll
    static void recordThemAll() throws IOException {
        server = LaurelServer.start(new TickingClock(NOW), Map.of("laurel.limits.activity-age", "9000d"));
        commits = commits();
        expected = new ModelTallies(commits, DAYS);
        ActivityClient app = new ActivityClient(server.client());
        app.createStreak("daily", "DAY", DAYS);
        app.createStreak("weekly", "WEEK", DAYS);
        List<ModelEvent> sent = shuffledWithRepetitions();
        Set<String> known = new HashSet<>();
        for (int from = 0; from < sent.size(); from += BATCH) {
            List<ModelEvent> batch = sent.subList(from, Math.min(sent.size(), from + BATCH));
            assertThat(app.record(batch, DAYS))
                    .isEqualTo(batch.stream().map(one -> !known.add(one.id())).toList());
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void everybodysStreakOfDaysIsThatOfTheDaysAlone() {
        Map<String, String> told = new TreeMap<>();
        expected.participants().forEach(who -> told.put(who, told(expected.streak(who), DAYS.today(NOW))));
        assertThat(streaks("daily")).isEqualTo(told);
        assertThat(told.values()).filteredOn(one -> !one.startsWith("now 0")).hasSizeGreaterThan(1);
    }

    @Test
    void everybodysStreakOfWeeksIsThatOfTheWeeksAlone() {
        Map<String, String> told = new TreeMap<>();
        for (String who : expected.participants()) {
            TreeSet<LocalDate> mondays = new TreeSet<>();
            expected.active(who).forEach(day -> mondays.add(monday(day)));
            told.put(who, told(new ModelStreak(mondays, Set.of(), 7), monday(DAYS.today(NOW))));
        }
        assertThat(streaks("weekly")).isEqualTo(told);
    }

    @Test
    void everyDayOfEverybodyIsCounted() {
        Map<Long, String> names = names();
        List<String> lines = new ArrayList<>();
        server.bean(Sql.class).useTransaction(() -> {
            LocalDate last = DAYS.today(NOW).plusDays(1);
            try (var days = server.bean(Tallies.class).between(rule(), last.minusDays(ALL_DAYS), last)) {
                days.forEach(day -> day.lines()
                        .forEach(line -> lines.add("%s %s %s %s %d of %d"
                                .formatted(
                                        names.get(day.day().participantId()),
                                        day.day().day(),
                                        line.eventType(),
                                        line.role(),
                                        line.eventCount(),
                                        line.peerCount()))));
            }
        });
        assertThat(lines).doesNotHaveDuplicates().hasSizeGreaterThan(BATCH);
        assertThat(lines.stream().sorted().toList()).isEqualTo(expected.lines());
    }

    @Test
    void everybodyWorkedWithWhomTheyWorkedWith() {
        assertPeers(DAYS.today(NOW).plusDays(1), ALL_DAYS);
        assertPeers(LocalDate.parse("2025-03-01"), 30);
        assertPeers(LocalDate.parse("2024-02-29"), 366);
        for (ModelEvent one : commits.subList(0, Tries.of(100, BATCH))) {
            if (one.peer() != null) {
                assertPeers(DAYS.day(one, one.actor()), 1);
            }
        }
    }

    private static void assertPeers(LocalDate last, int days) {
        Map<String, Integer> told = new TreeMap<>();
        Map<Long, String> names = names();
        List<ParticipantDay> asked = names.keySet().stream()
                .map(id -> new ParticipantDay(rule(), id, last))
                .toList();
        server.bean(Sql.class).useConnected(() -> server.bean(Tallies.class)
                .peers(asked, days)
                .forEach((day, peers) -> told.put(names.get(day.participantId()), peers)));
        Map<String, Integer> plain = new TreeMap<>();
        expected.participants()
                .forEach(who -> plain.put(who, expected.peers(who, last, days).size()));
        assertThat(told).as("%s days to %s", days, last).isEqualTo(plain);
    }

    private static Map<String, String> streaks(String key) {
        Map<String, String> told = new TreeMap<>();
        List<String> all = List.copyOf(expected.participants());
        for (int from = 0; from < all.size(); from += AT_ONCE) {
            StringBuilder query = new StringBuilder("{");
            for (String who : all.subList(from, Math.min(all.size(), from + AT_ONCE))) {
                query.append(" p%d: participant(ref: {external: {externalId: \"%s\"}}) { ...S }"
                        .formatted(query.length(), who));
            }
            Answer answer =
                    server.client().ask(query.append(" } ").append(STREAKS).toString());
            if (answer.at("data") instanceof Map<?, ?> data) {
                data.values()
                        .forEach(one -> told.put(new Answer(one).text("externalId"), streak(new Answer(one), key)));
            }
        }
        return told;
    }

    private static String streak(Answer participant, String key) {
        return participant.list("streaks").stream()
                .filter(one -> one.text("streak", "key").equals(key))
                .map(one -> ActivityClient.told(one))
                .reduce((one, other) -> one + " and " + other)
                .orElse("none");
    }

    /** Today is that of Greenwich, or a later one that somebody has already been active on. */
    private static String told(ModelStreak streak, LocalDate today) {
        LocalDate last = streak.active().last();
        LocalDate asOf = last.isAfter(today) ? last : today;
        return ActivityClient.told(streak.current(asOf), streak.best(), streak.lastActiveDate(), streak.startDate());
    }

    private static LocalDate monday(LocalDate day) {
        return day.minusDays(day.getDayOfWeek().getValue() - 1L);
    }

    private static int rule() {
        return server.bean(Sql.class)
                .connected(() -> server.bean(DayRules.class).ofApp(AppSource.DEFAULT_APP))
                .getFirst()
                .id();
    }

    private static Map<Long, String> names() {
        return server.bean(Sql.class).of(NAMES).list(Name.class).stream()
                .collect(Collectors.toMap(Name::id, Name::externalId));
    }

    /** A row of {@link #NAMES}. */
    @Introspected
    record Name(long id, String externalId) {}

    private static List<ModelEvent> commits() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("src/test/resources/commits/events.csv"))) {
            return lines.skip(1)
                    .map(line -> commit(line.split(",", -1)))
                    .filter(one -> Tries.LONG || !one.at().isBefore(SHORT_FROM))
                    .toList();
        }
    }

    private static ModelEvent commit(String... column) {
        OffsetDateTime at = OffsetDateTime.parse(column[4]);
        String member = column[1] + "/" + column[2];
        String peer = column[3].isEmpty() ? null : column[1] + "/" + column[3];
        return ModelEvent.of(column[1] + "/" + column[0], "commit", member, at.toInstant())
                .with(peer)
                .in(at.getOffset());
    }

    /** One in ten is sent a second time. */
    private static List<ModelEvent> shuffledWithRepetitions() {
        Random random = new Random(20260820);
        List<ModelEvent> sent = new ArrayList<>(commits);
        commits.stream().filter(one -> random.nextInt(10) == 0).forEach(sent::add);
        Collections.shuffle(sent, random);
        return sent;
    }
}
