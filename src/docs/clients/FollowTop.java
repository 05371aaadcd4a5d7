import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Follows the top ten of a leaderboard, and prints them whenever they change. Needs Java 21 and no library:
 * {@code java FollowTop.java ws://127.0.0.1:8080/graphql drivers [token]}.
 */
public final class FollowTop implements WebSocket.Listener {
    private static final String SUBSCRIPTION = """
            subscription ($board: String!, $after: String) {
              topStandingsChanged(ranking: {leaderboardKey: $board}, first: 10, after: $after) {
                cursor baseCursor removedStandingIds
                upserted { standingId rank position score subscore participant { name externalId } }
              }
            }""";

    /** Close codes after which another attempt would end in the same way: the credentials, or what this program sends. */
    private static final Set<Integer> FINAL = Set.of(1002, 1003, 1007, 1008, 1009, 4400, 4401, 4403, 4406, 4409, 4429);

    private static final Set<String> TEMPORARY =
            Set.of("INTERNAL", "RATE_LIMITED", "SLOW_CONSUMER", "TIMEOUT", "UNAVAILABLE");

    /** A row of the list. Scores are exact decimal numbers, as text. */
    public record Row(String id, int rank, int position, String score, String subscore, String name) {}

    /** The list as of an event. */
    public record Top(String cursor, List<Row> rows) {}

    private final URI address;
    private final String board;
    private final String token;
    private final Consumer<List<Row>> listener;
    private final StringBuilder text = new StringBuilder();
    private CompletableFuture<Integer> closed = new CompletableFuture<>();
    private Top top;
    private int attempt;
    private volatile boolean alive;

    public FollowTop(URI address, String board, String token, Consumer<List<Row>> listener) {
        this.address = address;
        this.board = board;
        this.token = token;
        this.listener = listener;
    }

    public static void main(String[] args) throws InterruptedException {
        Consumer<List<Row>> print = rows -> System.out.println(rows.stream()
                .map(row -> row.rank() + " " + row.name() + " " + row.score() + "\n")
                .collect(Collectors.joining()));
        String token = args.length > 2 ? args[2] : null;
        System.out.println("ended with " + new FollowTop(URI.create(args[0]), args[1], token, print).run());
    }

    /** Follows until the subscription ends. Returns the code with which the connection was closed. */
    public int run() throws InterruptedException {
        while (true) {
            closed = new CompletableFuture<>();
            int code = connect();
            if (code == 1000 || FINAL.contains(code)) {
                return code;
            }
            long longest = Math.min(500L << Math.min(attempt++, 5), 10_000);
            Thread.sleep(ThreadLocalRandom.current().nextLong(longest / 2, longest));
        }
    }

    private int connect() throws InterruptedException {
        text.setLength(0);
        try (HttpClient http = HttpClient.newHttpClient()) {
            WebSocket.Builder builder = http.newWebSocketBuilder().subprotocols("graphql-transport-ws");
            WebSocket socket = builder.buildAsync(address, this).get();
            int code = waitForEnd();
            socket.abort();
            return code;
        } catch (ExecutionException e) {
            return 1006; // The service cannot be reached, or the connection was lost.
        }
    }

    /** Returns the close code. A connection on which nothing has arrived for a minute counts as lost: the service sends pings. */
    private int waitForEnd() throws InterruptedException, ExecutionException {
        while (true) {
            alive = false;
            try {
                return closed.get(1, TimeUnit.MINUTES);
            } catch (TimeoutException e) {
                if (!alive) {
                    return 1006;
                }
            }
        }
    }

    @Override
    public void onOpen(WebSocket socket) {
        Map<String, Object> payload = token == null ? Map.of() : Map.of("Authorization", "Bearer " + token);
        send(socket, Map.of("type", "connection_init", "payload", payload));
        socket.request(1);
    }

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
        alive = true;
        text.append(part);
        if (last) {
            Map<String, Object> message = object(Json.read(text.toString()));
            text.setLength(0);
            receive(socket, message);
        }
        socket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
        closed.complete(code);
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
        closed.complete(1006);
    }

    private void receive(WebSocket socket, Map<String, Object> message) {
        switch ((String) message.get("type")) {
            case "connection_ack" -> subscribe(socket);
            case "ping" -> send(socket, Map.of("type", "pong"));
            case "next" -> next(socket, object(message.get("payload")));
            case "error" -> failed(message.get("payload"));
            case "complete" -> closed.complete(1000); // The window has expired, or the leaderboard has been deleted.
        }
    }

    /** Resumes after the last event, so that no change is missed. */
    private void subscribe(WebSocket socket) {
        Map<String, Object> variables = new LinkedHashMap<>(Map.of("board", board));
        variables.put("after", top == null ? null : top.cursor());
        send(socket, Map.of(
                "id", "top", "type", "subscribe", "payload", Map.of("query", SUBSCRIPTION, "variables", variables)));
    }

    private void next(WebSocket socket, Map<String, Object> payload) {
        if (payload.get("data") == null) {
            failed(payload.get("errors"));
            return;
        }
        attempt = 0;
        top = apply(top, object(object(payload.get("data")).get("topStandingsChanged")));
        if (top == null) {
            closed.complete(1006); // Connects again, and subscribes without a cursor.
        } else {
            listener.accept(top.rows());
        }
    }

    /** Connects again after a temporary failure. If the cursor is no longer valid, it starts with the whole list. */
    private void failed(Object errors) {
        System.err.println(errors);
        Object code = object(object(((List<?>) errors).get(0)).get("extensions")).get("code");
        boolean cursor = "INVALID_CURSOR".equals(code) && top != null;
        top = cursor ? null : top;
        closed.complete(cursor || TEMPORARY.contains(code) ? 1006 : 4400);
    }

    /**
     * Applies the changes of an event to the list that its base names. Returns null if that is another list. Events of {@code
     * aroundChanged} have a start; the top starts at 1.
     */
    public static Top apply(Top list, Map<String, Object> event) {
        Object base = event.get("baseCursor");
        if (base != null && (list == null || !base.equals(list.cursor()))) {
            return null;
        }
        int start = event.get("startPosition") == null ? 1 : number(event.get("startPosition"));
        int startRank = event.get("startRank") == null ? 1 : number(event.get("startRank"));
        List<Row> upserted = ((List<?>) event.get("upserted")).stream().map(FollowTop::row).toList();
        Set<Object> gone = new HashSet<>((List<?>) event.get("removedStandingIds"));
        upserted.forEach(row -> gone.add(row.id()));
        List<Row> rows = new ArrayList<>(base == null ? List.of() : list.rows());
        rows.removeIf(row -> gone.contains(row.id()));
        upserted.forEach(row -> rows.add(row.position() - start, row));
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            Row above = i == 0 ? null : rows.get(i - 1);
            boolean tied = above != null && above.score().equals(row.score()) && above.subscore().equals(row.subscore());
            int rank = tied ? above.rank() : i == 0 ? startRank : start + i;
            rows.set(i, new Row(row.id(), rank, start + i, row.score(), row.subscore(), row.name()));
        }
        return new Top((String) event.get("cursor"), List.copyOf(rows));
    }

    private static Row row(Object patch) {
        Map<String, Object> of = object(patch);
        Map<String, Object> participant = object(of.get("participant"));
        Object name = participant == null ? "hidden" : participant.get("name");
        String shown = (String) (name == null ? participant.get("externalId") : name);
        int rank = number(of.get("rank"));
        int position = number(of.get("position"));
        String subscore = (String) of.get("subscore");
        return new Row((String) of.get("standingId"), rank, position, (String) of.get("score"), subscore, shown);
    }

    private static void send(WebSocket socket, Map<String, Object> message) {
        socket.sendText(Json.write(message), true);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    private static int number(Object value) {
        return ((BigDecimal) value).intValueExact();
    }

    /** Reads and writes JSON, so that this file needs no library. Use that of your project instead. */
    public record Json(Iterator<String> tokens) {
        private static final Pattern TOKEN =
                Pattern.compile("\"(?:[^\"\\\\]++|\\\\.)*+\"|[\\[\\]{},:]|[^\\s\\[\\]{},:\"]+");
        private static final Pattern ESCAPE = Pattern.compile("\\\\(u[0-9a-fA-F]{4}|.)");

        public static Object read(String text) {
            // As the only item of an array.
            return new Json(TOKEN.matcher(text + "]").results().map(MatchResult::group).iterator()).items().get(0);
        }

        public static String write(Object value) {
            return switch (value) {
                case null -> "null";
                case Map<?, ?> map -> map.entrySet().stream()
                        .map(member -> write(member.getKey()) + ":" + write(member.getValue()))
                        .collect(Collectors.joining(",", "{", "}"));
                case String text -> "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
                default -> value.toString();
            };
        }

        private Object value(String token) {
            return switch (token) {
                case "{" -> members();
                case "[" -> items();
                case "null" -> null;
                case "true", "false" -> Boolean.valueOf(token);
                default -> token.startsWith("\"") ? unquote(token) : new BigDecimal(token);
            };
        }

        private Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            for (String token = tokens.next(); !token.equals("}"); token = tokens.next()) {
                if (!token.equals(",")) {
                    tokens.next(); // The colon.
                    members.put(unquote(token), value(tokens.next()));
                }
            }
            return members;
        }

        private List<Object> items() {
            List<Object> items = new ArrayList<>();
            for (String token = tokens.next(); !token.equals("]"); token = tokens.next()) {
                if (!token.equals(",")) {
                    items.add(value(token));
                }
            }
            return items;
        }

        private static String unquote(String token) {
            return ESCAPE.matcher(token.substring(1, token.length() - 1)).replaceAll(escape -> {
                String code = escape.group(1);
                int control = "bfnrt".indexOf(code);
                String text = control < 0 ? code : "\b\f\n\r\t".substring(control, control + 1);
                return Matcher.quoteReplacement(
                        code.length() == 1 ? text : Character.toString(Integer.parseInt(code.substring(1), 16)));
            });
        }
    }
}
