import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.HashSet;
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

    public record Row(String id, int rank, int position, String score, String subscore, String name) {}

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
        String token = args.length > 2 ? args[2] : null;
        int code = new FollowTop(URI.create(args[0]), args[1], token, rows -> {
                    rows.forEach(row -> System.out.println(row.rank() + " " + row.name() + " " + row.score()));
                    System.out.println();
                })
                .run();
        System.out.println("ended with " + code);
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
            WebSocket socket = http.newWebSocketBuilder()
                    .subprotocols("graphql-transport-ws")
                    .buildAsync(address, this)
                    .get();
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
            default -> {}
        }
    }

    /** Resumes after the last event, so that no change is missed. */
    private void subscribe(WebSocket socket) {
        Map<String, Object> variables = new LinkedHashMap<>(Map.of("board", board));
        variables.put("after", top == null ? null : top.cursor());
        Map<String, Object> payload = Map.of("query", SUBSCRIPTION, "variables", variables);
        send(socket, Map.of("id", "top", "type", "subscribe", "payload", payload));
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
        return new Row(
                (String) of.get("standingId"),
                number(of.get("rank")),
                number(of.get("position")),
                (String) of.get("score"),
                (String) of.get("subscore"),
                (String) (name == null ? participant.get("externalId") : name));
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
    public static final class Json {
        private final String text;
        private int at;

        private Json(String text) {
            this.text = text;
        }

        public static Object read(String text) {
            return new Json(text).value();
        }

        public static String write(Object value) {
            return switch (value) {
                case null -> "null";
                case Map<?, ?> map -> join(
                        map.entrySet().stream().map(e -> write(e.getKey()) + ":" + write(e.getValue())).toList(), "{", "}");
                case List<?> list -> join(list.stream().map(Json::write).toList(), "[", "]");
                case String string -> quote(string);
                default -> value.toString();
            };
        }

        private static String join(List<String> parts, String open, String close) {
            return open + String.join(",", parts) + close;
        }

        private static String quote(String string) {
            StringBuilder quoted = new StringBuilder("\"");
            for (char c : string.toCharArray()) {
                quoted.append(c < ' ' || c == '"' || c == '\\' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
            }
            return quoted.append('"').toString();
        }

        private Object value() {
            return switch (next()) {
                case '{' -> members();
                case '[' -> items();
                case '"' -> string();
                default -> literal();
            };
        }

        /** The next character that is no space. */
        private char next() {
            while (Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return text.charAt(at);
        }

        /** Skips the opening character. Returns whether there are items, and skips the closing character if not. */
        private boolean hasItem(char close) {
            at++;
            if (next() == close) {
                at++;
                return false;
            }
            return true;
        }

        private Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            boolean more = hasItem('}');
            while (more) {
                next();
                String name = string();
                next();
                at++; // The colon.
                members.put(name, value());
                more = next() == ',';
                at++;
            }
            return members;
        }

        private List<Object> items() {
            List<Object> items = new ArrayList<>();
            boolean more = hasItem(']');
            while (more) {
                items.add(value());
                more = next() == ',';
                at++;
            }
            return items;
        }

        private String string() {
            StringBuilder string = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                char c = text.charAt(at);
                if (c == '\\') {
                    c = text.charAt(++at);
                    switch (c) {
                        case 'b' -> c = '\b';
                        case 'f' -> c = '\f';
                        case 'n' -> c = '\n';
                        case 'r' -> c = '\r';
                        case 't' -> c = '\t';
                        case 'u' -> {
                            c = (char) Integer.parseInt(text.substring(at + 1, at + 5), 16);
                            at += 4;
                        }
                        default -> {}
                    }
                }
                string.append(c);
            }
            at++;
            return string.toString();
        }

        private Object literal() {
            int start = at;
            while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            String literal = text.substring(start, at);
            return switch (literal) {
                case "null" -> null;
                case "true", "false" -> Boolean.valueOf(literal);
                default -> new BigDecimal(literal);
            };
        }
    }
}
