package laurel.bench;

import java.io.IOException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import laurel.bench.bed.Bed;

/**
 * Participants with two streaks, and a day without activity in between. The days of the later streak have scores; on those of the
 * earlier one are events that score nothing.
 */
final class JoinedStreaks {
    static final int BEFORE = 200;
    static final int AFTER = 198;
    private static final int BATCH = 1_000;
    private static final String RECORD = """
            mutation ($of: [RecordActivityInput!]!) { recordActivities(input: {items: $of}) { acceptedCount } }
            """;
    private static final String SUBMIT = """
            mutation { submitScore(input: {leaderboardKey: "overall", participant: {externalId: "submitting"}, score: "1",
              group: {campus: "north"}}) {
              receipt { submission { id } } } }
            """;
    private static final String RANK = """
            { leaderboard(key: "overall") { window(select: {relative: {definitionKey: "all-time"}}) { ranking {
              standing(participant: {external: {externalId: "joined-0"}}) { rank } } } } }
            """;

    private final Bed bed;
    private final int participants;
    private final AtomicLong others = new AtomicLong();
    private final LocalDate missing = LocalDate.now(ZoneOffset.UTC).minusDays(AFTER + 1L);

    JoinedStreaks(Bed bed, int participants) {
        this.bed = bed;
        this.participants = participants;
    }

    /** Records all events but those of the missing day. */
    void record() throws IOException, InterruptedException {
        bed.progress().begin("joins", BEFORE + AFTER, "days");
        for (int day = -BEFORE; day <= AFTER; day++) {
            if (day != 0) {
                record(day < 0 ? "heartbeat" : "room.joined", missing.plusDays(day));
                bed.progress().advance(1);
            }
        }
        bed.progress().end();
    }

    /** Records the events of the missing day. */
    void join() throws IOException, InterruptedException {
        record("heartbeat", missing);
    }

    private void record(String type, LocalDate day) throws IOException, InterruptedException {
        List<Map<String, Object>> events = IntStream.range(0, participants)
                .mapToObj(n -> event(n + "-" + day, type, "joined-" + n, day))
                .toList();
        for (int from = 0; from < events.size(); from += BATCH) {
            send(events.subList(from, Math.min(events.size(), from + BATCH)));
        }
    }

    /** Records an event of another participant, today. */
    void recordOther() throws IOException, InterruptedException {
        long n = others.getAndIncrement();
        send(List.of(event("other-" + n, "room.joined", "other-" + n % BATCH, missing.plusDays(AFTER))));
    }

    void submitOther() throws IOException, InterruptedException {
        bed.graphql()
                .ask(SUBMIT, Map.of())
                .at("submitScore", "receipt", "submission", "id")
                .text();
    }

    void rankOther() throws IOException, InterruptedException {
        bed.graphql()
                .ask(RANK, Map.of())
                .at("leaderboard", "window", "ranking", "standing", "rank")
                .number();
    }

    private static Map<String, Object> event(String id, String type, String actor, LocalDate day) {
        return Map.of(
                "externalId",
                id,
                "eventType",
                type,
                "actor",
                Map.of("externalId", actor),
                "occurredAt",
                day + "T12:00:00Z");
    }

    private void send(List<Map<String, Object>> events) throws IOException, InterruptedException {
        long accepted = bed.graphql()
                .ask(RECORD, Map.of("of", events))
                .at("recordActivities", "acceptedCount")
                .number();
        if (accepted != events.size()) {
            throw new IllegalStateException("only " + accepted + " events were accepted");
        }
    }
}
