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
 * Compares days at the edges of the calendar and of time zones with vectors computed by hand. The events of each vector
 * are sent one by one in reverse order; the long run also sends them in order, and in one batch.
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
    void matchesVector(String name, Answer vector) {
        ModelDayRule days = days(vector);
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

    private void sendAndCheck(Answer vector, ModelDayRule days, List<List<ModelEvent>> batches) {
        ModelClient app = newApp(vector, days);
        batches.forEach(batch -> app.record(batch, days));
        check(app, vector);
    }

    private ModelClient newApp(Answer vector, ModelDayRule days) {
        ModelClient app = new ModelClient(server.inNewApp().client());
        new SocialPolicyClient(app.graphQL()).install(days);
        if (vector.at("period") != null) {
            app.createStreak("weekly", vector.text("period"), days);
        }
        return app;
    }

    private static void check(ModelClient app, Answer vector) {
        String why = vector.text("why");
        String streak = vector.at("period") == null ? "daily" : "weekly";
        fields(vector, "streaks").forEach((participant, expected) -> {
            assertThat(app.streaks(participant).get(streak))
                    .as("%s of %s: %s", streak, participant, why)
                    .isEqualTo(ModelClient.describe(new Answer(expected)));
        });
        checkScores(new SocialPolicyClient(app.graphQL()), vector, why);
    }

    private static void checkScores(SocialPolicyClient social, Answer vector, String why) {
        fields(vector, "dayScores").forEach((key, score) -> {
            String[] parts = key.split(" ", 2);
            LocalDate day = LocalDate.parse(parts[1].split(" ", 2)[0]);
            assertThat(social.dayScores(parts[0], day, day).get(parts[1]))
                    .as("%s: %s", key, why)
                    .isEqualTo(rounded(score, social, parts[1].split(" ", 2)[1]));
        });
        fields(vector, "entries").forEach((key, score) -> {
            String[] parts = key.split(" ", 3);
            assertThat(social.score(parts[0], parts[1], parts[2]))
                    .as("%s: %s", key, why)
                    .isEqualTo(rounded(score, social, parts[0]));
        });
    }

    private static BigDecimal rounded(Object score, SocialPolicyClient social, String pillar) {
        return new BigDecimal(score.toString())
                .setScale(social.decimals(pillar), RoundingMode.HALF_UP)
                .stripTrailingZeros();
    }

    private static ModelDayRule days(Answer vector) {
        Map<String, ZoneId> regionTimeZones = new HashMap<>();
        if (vector.at("dayRule", "groupTimeZones") != null) {
            vector.list("dayRule", "groupTimeZones")
                    .forEach(one -> regionTimeZones.put(one.text("group", "region"), ZoneId.of(one.text("timeZone"))));
        }
        Map<String, ZoneId> participantTimeZones = new HashMap<>();
        if (vector.at("participantTimeZones") != null) {
            fields(vector, "participantTimeZones")
                    .forEach((participant, timeZone) ->
                            participantTimeZones.put(participant, ZoneId.of(timeZone.toString())));
        }
        return new ModelDayRule(
                vector.text("dayRule", "kind"),
                ZoneId.of(vector.text("dayRule", "timeZone")),
                regionTimeZones,
                participantTimeZones);
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
                event.text("eventType"),
                event.text("actor"),
                text(event, "peer"),
                null,
                text(event, "region"),
                text(event, "peerRegion"),
                Instant.parse(event.text("occurredAt")),
                event.at("timeZone") == null ? null : ZoneId.of(event.text("timeZone")));
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
