package laurel.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import laurel.LaurelServer;
import laurel.fuzz.FuzzedOperations.Operation;

/** HTTP requests as bytes: well-formed ones, and mutations of them that keep a correct Content-Length. */
final class FuzzedBytes {
    private static final List<String> PIECES = List.of(
            "\u0000",
            "\u00ff",
            "\"",
            "\\",
            "{",
            "}",
            "[",
            "]",
            "\\u0000",
            "\\ud800",
            "1e999",
            "-",
            "null",
            "\n",
            "\t",
            "$",
            "...",
            "#",
            "\u00ed\u00a0\u0080",
            "\u00ef\u00bb\u00bf",
            "@include(if: true)",
            "@skip(if: true)",
            "\"\"\"");
    private static final Map<String, List<String>> HEADERS = Map.of(
            "Content-Type",
            List.of(
                    "application/json",
                    "application/json; charset=utf-16",
                    "text/plain",
                    "multipart/form-data",
                    "",
                    "a/b;;"),
            "Accept",
            List.of(
                    "*/*",
                    "application/json",
                    "application/graphql-response+json",
                    "text/event-stream",
                    "q=;,",
                    "image/png"),
            "Content-Encoding",
            List.of("gzip", "deflate", "br", "zstd", "identity", "snappy", "gzip, gzip", "x"),
            "Accept-Encoding",
            List.of("gzip", "br;q=1.0", "*;q=0", "zstd"),
            "Laurel-App",
            List.of("default", "other", "\u00ff", "a,b", ""),
            "Expect",
            List.of("100-continue", "200-ok"));

    private final Random random;
    private final String authority;

    FuzzedBytes(Random random, String authority) {
        this.random = random;
        this.authority = authority;
    }

    /** A request by POST. */
    byte[] post(String path, byte[] body, Map<String, String> headers) {
        return request("POST " + path, body, headers);
    }

    /** A request by POST or GET with some bytes, and perhaps a header, replaced. */
    byte[] mutated(Operation operation) {
        Map<String, String> headers = new LinkedHashMap<>(usual());
        if (random.nextInt(4) == 0) {
            String name = any(List.copyOf(HEADERS.keySet()).stream().sorted().toList());
            headers.put(name, any(HEADERS.get(name)));
        }
        byte[] changed =
                switch (random.nextInt(5)) {
                    case 0 -> operation.body().getBytes(UTF_8);
                    case 1, 2 -> ofMutatedQuery(operation).getBytes(UTF_8);
                    default -> mutated(operation.body().getBytes(UTF_8));
                };
        if (random.nextInt(8) == 0) {
            String query = URLEncoder.encode(new String(changed, ISO_8859_1), UTF_8);
            String parameter = any(List.of("query", "variables", "extensions", "operationName"));
            String target = "/graphql?" + parameter + "=" + query.substring(0, Math.min(query.length(), 2_000));
            return request("GET " + target + "&query=%7B__typename%7D", new byte[0], headers);
        }
        return request("POST " + (random.nextInt(10) == 0 ? "/graphql/stream" : "/graphql"), changed, headers);
    }

    /** Well-formed JSON with a query that may be malformed. */
    private String ofMutatedQuery(Operation operation) {
        String query = new String(mutated(operation.query().getBytes(ISO_8859_1)), ISO_8859_1);
        return new Operation(operation.subscription(), query, operation.variables()).body();
    }

    static Map<String, String> usual() {
        return Map.of("Content-Type", "application/json", "Accept", "application/graphql-response+json");
    }

    private byte[] request(String line, byte[] body, Map<String, String> headers) {
        StringBuilder head = new StringBuilder(line + " HTTP/1.1\r\nContent-Length: " + body.length + "\r\nHost: "
                + authority + "\r\nConnection: close\r\nAuthorization: Bearer " + LaurelServer.KEY + "\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        var request = new ByteArrayOutputStream();
        request.writeBytes(head.append("\r\n").toString().getBytes(ISO_8859_1));
        request.writeBytes(body);
        return request.toByteArray();
    }

    private byte[] mutated(byte[] original) {
        byte[] bytes = original;
        for (int n = 1 + random.nextInt(4); n > 0; n--) {
            int at = random.nextInt(bytes.length + 1);
            int removed = Math.min(random.nextInt(4) == 0 ? random.nextInt(60) : random.nextInt(3), bytes.length - at);
            var changed = new ByteArrayOutputStream();
            changed.write(bytes, 0, at);
            changed.writeBytes(piece(bytes));
            changed.write(bytes, at + removed, bytes.length - at - removed);
            bytes = changed.toByteArray();
        }
        return bytes;
    }

    private byte[] piece(byte[] of) {
        return switch (random.nextInt(5)) {
            case 0 -> new byte[0];
            case 1 -> new byte[] {(byte) random.nextInt(256)};
            case 2 -> {
                int from = random.nextInt(of.length + 1);
                int length = Math.min(random.nextInt(40), of.length - from);
                yield new String(of, from, length, ISO_8859_1)
                        .repeat(1 + random.nextInt(3))
                        .getBytes(ISO_8859_1);
            }
            default -> any(PIECES).getBytes(ISO_8859_1);
        };
    }

    private <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
