package laurel.activity.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import jakarta.inject.Inject;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import laurel.TickingClock;
import laurel.Tries;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Days at the edges of the calendar and of the world, against vectors that were worked out by hand. The events of each
 * are sent one by one in the opposite order; the long run also sends them in their order, and all together.
 */
@LaurelTest
class ActivityVectorsTest {
    @Inject
    LaurelServer server;

    @Inject
    TickingClock clock;

    static Stream<Arguments> vectors() throws IOException {
        byte[] json = Files.readAllBytes(Path.of("src/test/resources/activity/vectors.json"));
        Object all = JsonMapper.createDefault().readValue(json, Argument.listOf(Object.class));
        return new Answer(all == null ? List.of() : Map.of("all", all))
                .list("all").stream().map(one -> Arguments.of(one.text("case"), one));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("vectors")
    void theVectorHolds(String name, Answer vector) {
        ModelDays days = days(vector);
        List<ModelEvent> events = events(vector);
        List<ModelEvent> backwards = new ArrayList<>(events);
        Collections.reverse(backwards);
        clock.set(Instant.parse(vector.text("now")));
        sendAndCheck(vector, days, oneByOne(backwards));
        if (Tries.LONG) {
            sendAndCheck(vector, days, oneByOne(events));
            sendAndCheck(vector, days, List.of(events));
        }
    }

    private static List<List<ModelEvent>> oneByOne(List<ModelEvent> events) {
        return events.stream().map(List::of).toList();
    }

    private void sendAndCheck(Answer vector, ModelDays days, List<List<ModelEvent>> batches) {
        ActivityClient app = app(vector, days);
        batches.forEach(batch -> app.record(batch, days));
        check(app, vector);
    }

    private ActivityClient app(Answer vector, ModelDays days) {
        ActivityClient app = new ActivityClient(server.inNewApp().client());
        new SocialClient(app.graphQL()).adopt(days);
        if (vector.at("unit") != null) {
            app.createStreak("weekly", vector.text("unit"), days);
        }
        return app;
    }

    private static void check(ActivityClient app, Answer vector) {
        String why = vector.text("why");
        String streak = vector.at("unit") == null ? "daily" : "weekly";
        fields(vector, "streaks").forEach((who, told) -> {
            Answer one = new Answer(told);
            assertThat(app.streaks(who).get(streak))
                    .as("%s of %s: %s", streak, who, why)
                    .isEqualTo(ActivityClient.told(one));
        });
        checkScores(new SocialClient(app.graphQL()), vector, why);
    }

    private static void checkScores(SocialClient social, Answer vector, String why) {
        fields(vector, "dayScores").forEach((key, score) -> {
            String[] part = key.split(" ", 2);
            LocalDate day = LocalDate.parse(part[1].split(" ", 2)[0]);
            assertThat(social.days(part[0], day, day).get(part[1]))
                    .as("%s: %s", key, why)
                    .isEqualTo(rounded(score, social, part[1].split(" ", 2)[1]));
        });
        fields(vector, "entries").forEach((key, score) -> {
            String[] part = key.split(" ", 3);
            assertThat(social.score(part[0], part[1], part[2]))
                    .as("%s: %s", key, why)
                    .isEqualTo(rounded(score, social, part[0]));
        });
    }

    private static BigDecimal rounded(Object score, SocialClient social, String pillar) {
        return new BigDecimal(score.toString())
                .setScale(social.decimals(pillar), RoundingMode.HALF_UP)
                .stripTrailingZeros();
    }

    private static ModelDays days(Answer vector) {
        Map<String, ZoneId> regions = new HashMap<>();
        if (vector.at("dayRule", "groupTimeZones") != null) {
            vector.list("dayRule", "groupTimeZones")
                    .forEach(one -> regions.put(one.text("group", "region"), ZoneId.of(one.text("timeZone"))));
        }
        Map<String, ZoneId> homes = new HashMap<>();
        if (vector.at("homes") != null) {
            fields(vector, "homes").forEach((who, zone) -> homes.put(who, ZoneId.of(zone.toString())));
        }
        return new ModelDays(
                vector.text("dayRule", "kind"), ZoneId.of(vector.text("dayRule", "timeZone")), regions, homes);
    }

    private static List<ModelEvent> events(Answer vector) {
        List<ModelEvent> events = new ArrayList<>();
        for (Answer event : vector.list("events")) {
            int times = event.at("times") instanceof Integer some ? some : 1;
            for (int n = 0; n < times; n++) {
                events.add(event(event, "e" + events.size()));
            }
        }
        return events;
    }

    private static ModelEvent event(Answer event, String id) {
        return new ModelEvent(
                id,
                event.text("type"),
                event.text("actor"),
                text(event, "peer"),
                null,
                text(event, "region"),
                text(event, "peerRegion"),
                Instant.parse(event.text("at")),
                event.at("zone") == null ? null : ZoneId.of(event.text("zone")));
    }

    private static @Nullable String text(Answer event, String name) {
        Object value = event.at(name);
        return value == null ? null : value.toString();
    }

    private static Map<String, Object> fields(Answer vector, String name) {
        Map<String, Object> fields = new HashMap<>();
        if (vector.at(name) instanceof Map<?, ?> map) {
            map.forEach((key, value) -> fields.put(key.toString(), value));
        }
        return fields;
    }
}
