package laurel.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import laurel.LaurelServer;
import laurel.TickingClock;
import laurel.database.Until;

/** A service with data, and the faults of its responses. */
final class FuzzedService implements AutoCloseable {
    /** The default of {@code laurel.limits.request-time}. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Duration LONGEST = LIMIT.plusSeconds(1);
    /** How long an endless stream is read. */
    private static final Duration STREAMED = Duration.ofMillis(150);

    private static final int SHOWN = 1_500;
    private static final Pattern CODE = Pattern.compile("\"code\":\"([A-Z_]+)\"");
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3})");

    private static final List<String> CONTENT = List.of(
            "createLeaderboard(input: {key: \"one\", windowDefinitions: [{kind: DAILY}, {kind: WEEKLY}, {kind: ALL_TIME}],"
                    + " groupings: [[], [\"region\"]]})",
            "createLeaderboard(input: {key: \"two\", updateMode: REPLACE, metadata: {ratingType: \"points\"},"
                    + " windowDefinitions: [{kind: DAILY}, {kind: SEASON}]})",
            "createLeaderboard(input: {key: \"three\", updateMode: INCREMENT, metadata: {scoreType: \"points\"}})",
            "createStreak(input: {key: \"daily\", dayRule: {}})",
            "createBadge(input: {key: \"first\", name: \"First\", rule: {manual: true}})",
            "installSocialPolicy(input: {})",
            "submitScore(input: {leaderboardKey: \"one\", participant: {externalId: \"ann\"}, score: 5,"
                    + " group: {region: \"eu\"}})",
            "submitScore(input: {leaderboardKey: \"two\", participant: {externalId: \"bob\"}, score: 7})",
            "recordActivity(input: {externalId: \"e1\", eventType: \"game.ended\", actor: {externalId: \"ann\"},"
                    + " peer: {externalId: \"bob\"}})");

    private final TickingClock clock = new TickingClock(Instant.parse("2025-07-13T14:30:00Z"));
    private final LaurelServer server;
    private final Map<String, Integer> answers = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();

    FuzzedService() {
        server = LaurelServer.start(clock, Map.of("laurel.limits.request-time", LIMIT.toString()));
        CONTENT.forEach(this::create);
    }

    /** Retries if the mutation took longer than {@link #LIMIT}, as the first ones may beside other tests. */
    private void create(String mutation) {
        Until.holds(() -> server.client()
                        .send("mutation { " + mutation + " { __typename } }", Map.of())
                        .at("errors")
                == null);
    }

    /**
     * Columns that contain the character U+FFFD, which stands for characters that PostgreSQL cannot store.
     */
    List<String> columnsWithReplacements() {
        return server.database().sql().of("""
                        SELECT table_name || '.' || column_name FROM information_schema.columns
                        WHERE table_schema = 'public' AND data_type IN ('text', 'ARRAY', 'jsonb')
                          -- Joins two texts with the character that is searched for.
                          AND column_name <> 'id_key'
                        """).list(String.class).stream()
                .filter(column -> holdsReplacement(column.split("\\.")))
                .toList();
    }

    private boolean holdsReplacement(String... column) {
        String text = "\"" + column[1] + "\"::text";
        return server.database()
                .sql()
                .of("SELECT count(*) > 0 FROM \"" + column[0] + "\" WHERE strpos(" + text + ", chr(1)) > 0")
                .one(Boolean.class);
    }

    String authority() {
        URI address = server.address();
        return address.getHost() + ":" + address.getPort();
    }

    void advance(Duration time) {
        clock.advance(time);
    }

    /** Sends a request, and records faults of its response. */
    String send(byte[] request, boolean endless) {
        long before = System.nanoTime();
        String answer = exchange(request, endless ? STREAMED : LONGEST);
        Duration took = Duration.ofNanos(System.nanoTime() - before);
        check(request, answer, endless ? Duration.ZERO : took);
        return answer;
    }

    private void check(byte[] request, String answer, Duration took) {
        Matcher status = STATUS.matcher(answer);
        String code = status.lookingAt() ? status.group(1) : "no answer";
        List<String> codes = CODE.matcher(answer)
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();
        answers.merge(code, 1, Integer::sum);
        codes.forEach(one -> answers.merge(one, 1, Integer::sum));
        boolean late = took.compareTo(LONGEST) >= 0;
        boolean silent = code.equals("no answer") && !took.isZero();
        if (code.startsWith("5") || codes.contains("INTERNAL") || late || silent) {
            faults.add("after " + took.toMillis() + " ms, " + shown(answer) + "\n  for "
                    + shown(new String(request, UTF_8)));
        }
    }

    private String exchange(byte[] request, Duration longest) {
        URI address = server.address();
        var answer = new ByteArrayOutputStream();
        try (var socket = new Socket(address.getHost(), address.getPort())) {
            socket.setSoTimeout(Math.toIntExact(longest.toMillis()));
            socket.getOutputStream().write(request);
            InputStream in = socket.getInputStream();
            byte[] part = new byte[8_192];
            for (int read = in.read(part); read >= 0; read = in.read(part)) {
                answer.write(part, 0, read);
            }
        } catch (SocketTimeoutException e) {
            // The part that was received is checked.
            return answer.toString(UTF_8);
        } catch (IOException e) {
            if (answer.size() == 0) {
                throw new UncheckedIOException(e);
            }
        }
        return answer.toString(UTF_8);
    }

    private static String shown(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "... (" + text.length() + " characters)";
    }

    /** The number of responses by status and error code. */
    Map<String, Integer> answers() {
        return answers;
    }

    List<String> faults() {
        return faults;
    }

    @Override
    public void close() {
        server.close();
    }
}
