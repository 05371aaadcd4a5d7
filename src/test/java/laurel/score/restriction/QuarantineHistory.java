package laurel.score.restriction;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.lifecycle.Lifecycle;
import laurel.request.RefusedException;
import laurel.score.DirectScoreClient;
import laurel.score.quarantine.Quarantine;
import laurel.score.restriction.ModelBoard.ModelSent;
import laurel.score.submission.SubmissionResult;
import laurel.score.submission.SubmissionResult.ScoreReceipt;
import org.jspecify.annotations.Nullable;

/** A random history of a leaderboard with limits of plausible submissions, and the model of what it has received. */
final class QuarantineHistory {
    private static final String WINDOWS =
            "[{\"kind\": \"ALL_TIME\", \"key\": \"all-time\"}, {\"kind\": \"DAILY\", \"key\": \"daily\"}]";
    private static final String MORE_WINDOWS = WINDOWS.replace("]", ", {\"kind\": \"HOURLY\", \"key\": \"hourly\"}]");
    private static final String RANKED = """
            SELECT w.name || ' ' || r.group_values || ' #' || rank() OVER (PARTITION BY r.id ORDER BY e.sort_key, e.subscore_key)
                   || ' ' || p.external_id || ' ' || to_score(e.sort_key, r.sort_order)
            FROM entry AS e
            JOIN ranking AS r ON r.id = e.ranking_id
            JOIN leaderboard_window AS w ON w.id = r.window_id AND w.expired_at IS NULL
            JOIN leaderboard AS l ON l.id = w.leaderboard_id
            JOIN participant AS p ON p.id = e.participant_id
            WHERE l.key = :board AND l.app_id = :app
            """;

    private record RestrictedHere(String who, RestrictionKind kind, boolean app) {}

    /** The scores of all time at a time. */
    private record PastScores(Instant time, Map<String, Long> scores) {}

    private final Random random;
    private final TwinBoards boards;
    private final LaurelServer server;
    private final TickingClock clock;
    private final DirectScoreClient client;
    private final ModelBoard model;
    private final String prefix;
    private final List<Long> ids = new ArrayList<>();
    private final List<SubmissionResult> results = new ArrayList<>();
    private final Set<RestrictedHere> inForce = new HashSet<>();
    private final List<PastScores> past = new ArrayList<>();
    private boolean backfilled;

    QuarantineHistory(LaurelServer server, TickingClock clock, String mode, int seed) {
        this.server = server;
        this.clock = clock;
        this.client = new DirectScoreClient(server, clock);
        this.random = new Random(17L * seed + mode.hashCode());
        this.prefix = mode.toLowerCase(Locale.ROOT) + seed + "-";
        this.boards = new TwinBoards(server, clock, prefix + "quarantine");
        this.model = new ModelBoard(mode);
        client.create(board(), mode, "[[], [\"region\"]]", WINDOWS, "[]");
        server.client()
                .ask("""
                        mutation { updateLeaderboard(input: {leaderboardKey: "%s", maxStep: "%d",
                          maxSubmissionRate: {submissionCount: %d, duration: "%s"}}) { leaderboard { maxStep } } }
                        """.formatted(board(), ModelBoard.MAX_STEP, ModelBoard.MAX_RATE, ModelBoard.RATE_TIME.toString()))
                .text("data", "updateLeaderboard", "leaderboard", "maxStep");
    }

    private String board() {
        return boards.realKey();
    }

    void step() {
        clock.advance(Duration.ofSeconds(random.nextInt(9)));
        String who = prefix + random.nextInt(4);
        switch (random.nextInt(24)) {
            case 0 -> removeSubmission();
            case 1 -> removeEntry(who);
            case 2 -> restoreEntry(who);
            case 3, 4 -> restrict(restricted(who));
            case 5, 6 -> end(restricted(who));
            case 7 -> pass(Duration.ofMinutes(random.nextInt(900)));
            case 8 -> backfill();
            case 9, 10, 11, 12 -> decide(random.nextInt(1_000), true);
            case 13, 14, 15 -> decide(random.nextInt(1_000), false);
            default -> submit(who);
        }
        if (random.nextInt(6) == 0) {
            past.add(new PastScores(clock.instant(), model.scores()));
        }
        clock.advance(Duration.ofMillis(1));
    }

    private void submit(String who) {
        Instant achievedAt = clock.instant().minus(Duration.ofMinutes(random.nextInt(40)));
        int score = random.nextInt(13);
        String region = "r" + random.nextInt(2);
        SubmissionResult result = client.submit(board(), who, score, Map.of("region", region), achievedAt);
        if (isRestricted(who, RestrictionKind.BAN)) {
            assertThat(((laurel.request.Refusal) result.payload()).code()).hasToString("PARTICIPANT_BANNED");
            return;
        }
        ModelSent expected = requireNonNull(model.submit(who, score, region, achievedAt, clock.instant()));
        ScoreReceipt receipt = (ScoreReceipt) result;
        String counted = isRestricted(who, RestrictionKind.HIDE) ? "WITHHELD" : "COUNTED";
        assertThat(receipt.status()).hasToString(expected.isQuarantined() ? "QUARANTINED" : counted);
        if (expected.isQuarantined()) {
            assertThat(receipt.submission().review().quarantineReasons()).hasToString(expected.reasons.toString());
            assertThat(receipt.outcome().changes()).isEmpty();
        }
        ids.add(receipt.submission().id());
        results.add(result);
    }

    private void removeSubmission() {
        if (!ids.isEmpty()) {
            int n = random.nextInt(ids.size());
            client.remove(results.get(n));
            model.all().get(n).removed = true;
        }
    }

    private void removeEntry(String who) {
        boolean exists = model.entry("ALL-TIME", who) != null;
        assertThat(refusal(() -> client.removeEntry(board(), who, List.of("ALL-TIME"), false)) == null)
                .isEqualTo(exists);
        if (exists) {
            model.removeEntry(who, "ALL-TIME");
        }
    }

    private void restoreEntry(String who) {
        assertThat(refusal(() -> client.restoreEntry(board(), who)) == null).isEqualTo(model.isRemoved(who));
        model.restoreEntry(who);
    }

    void decide(int number, boolean approve) {
        if (ids.isEmpty()) {
            return;
        }
        int n = number % ids.size();
        ModelSent sent = model.all().get(n);
        String decision = approve ? "APPROVED" : "REJECTED";
        assertThat(refusal(() -> decide(ids.get(n), approve))).isEqualTo(expected(sent, decision));
        if (expected(sent, decision) == null) {
            sent.decision = decision;
        }
    }

    private static @Nullable String expected(ModelSent sent, String decision) {
        if (!sent.isQuarantined() || sent.removed) {
            return "NOT_QUARANTINED";
        }
        return decision.equals(sent.decision) ? "ALREADY_" + decision : null;
    }

    private void decide(long id, boolean approve) {
        Quarantine quarantine = server.bean(Quarantine.class);
        if (approve) {
            quarantine.approve(server.appId(), id, "test", List.of(), clock.instant());
        } else {
            quarantine.reject(server.appId(), id, "no", "test", List.of(), clock.instant());
        }
    }

    private static @Nullable String refusal(Runnable work) {
        try {
            work.run();
            return null;
        } catch (RefusedException e) {
            return e.refusal().code().name();
        }
    }

    private RestrictedHere restricted(String who) {
        RestrictionKind kind = random.nextBoolean() ? RestrictionKind.BAN : RestrictionKind.HIDE;
        return new RestrictedHere(who, kind, random.nextBoolean());
    }

    private void restrict(RestrictedHere one) {
        if (boards.change(true, one.kind, one.who, one.app, null)) {
            assertThat(inForce.add(one)).isTrue();
        }
    }

    private void end(RestrictedHere one) {
        assertThat(boards.change(false, one.kind, one.who, one.app, null)).isEqualTo(inForce.remove(one));
    }

    private boolean isRestricted(String who, RestrictionKind kind) {
        return inForce.contains(new RestrictedHere(who, kind, true))
                || inForce.contains(new RestrictedHere(who, kind, false));
    }

    private void pass(Duration time) {
        clock.advance(time);
        server.bean(Lifecycle.class).run(clock.instant());
    }

    private void backfill() {
        if (!backfilled && !ids.isEmpty()) {
            backfilled = true;
            boards.backfill(board(), MORE_WINDOWS, "hourly");
            model.addHours();
        }
    }

    private Set<String> restricted() {
        Set<String> restricted = new HashSet<>();
        inForce.forEach(one -> restricted.add(one.who));
        return restricted;
    }

    void check() {
        List<String> ranked = server
                .database()
                .sql()
                .of(RANKED)
                .bind("board", board())
                .bind("app", server.appId())
                .list(String.class)
                .stream()
                .sorted()
                .toList();
        assertThat(ranked).isEqualTo(model.ranked(restricted()));
        boards.checkFinal();
    }

    void checkPast() {
        Collection<String> restricted = restricted();
        for (PastScores one : past) {
            Map<String, Long> expected = new TreeMap<>(one.scores);
            expected.keySet().removeAll(restricted);
            assertThat(asOf(one.time)).as("%s", one.time).isEqualTo(expected);
        }
    }

    private Map<String, Long> asOf(Instant time) {
        Map<String, Long> scores = new TreeMap<>();
        server.client()
                .ask("{ leaderboard(key: \"" + board() + "\") { window { ranking { asOf(time: \"" + time
                        + "\") { standings(first: 100) { nodes { score participant { externalId } } } } } } } }")
                .list("data", "leaderboard", "window", "ranking", "asOf", "standings", "nodes")
                .forEach(
                        node -> scores.put(node.text("participant", "externalId"), Long.parseLong(node.text("score"))));
        return scores;
    }

    /** Everything counts in the end. */
    void acceptAll() {
        List.copyOf(inForce).forEach(this::end);
        for (int n = 0; n < ids.size(); n++) {
            decide(n, true);
            clock.advance(Duration.ofMillis(1));
        }
    }

    long quarantinedCount() {
        return model.all().stream().filter(ModelSent::isQuarantined).count();
    }
}
