package laurel.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server that receives messages. */
public final class Receiver implements AutoCloseable {
    private final HttpServer http;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private volatile Answer answer = Receiver::take;

    /** A received request. */
    public record Received(String path, Headers headers, String body) {
        public String header(String name) {
            return String.valueOf(headers.getFirst(name));
        }
    }

    /** Answers a request, once its body is read. */
    public interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    public Receiver() {
        try {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        http.createContext("/", this::handle);
        http.setExecutor(threads);
        http.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        received.add(new Received(exchange.getRequestURI().getPath(), exchange.getRequestHeaders(), body));
        answer.to(exchange);
        exchange.close();
    }

    private static void take(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(204, -1);
    }

    /** Forgets the received requests, and answers further ones with success. */
    public void reset() {
        received.clear();
        answer = Receiver::take;
    }

    public void answers(Answer other) {
        answer = other;
    }

    public void answers(int status) {
        answer = exchange -> exchange.sendResponseHeaders(status, -1);
    }

    /** The received requests, in order. */
    public List<Received> received() {
        return List.copyOf(received);
    }

    /** Name and port of the server, in the format of {@code laurel.webhooks.allowed-hosts}. */
    public String host() {
        return "localhost:" + http.getAddress().getPort();
    }

    public String url(String path) {
        return "http://" + host() + path;
    }

    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }
}
