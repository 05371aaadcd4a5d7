package laurel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import laurel.SuiteReport.Started;
import laurel.database.TestDatabase;

/** The service as a separate process, which can be killed. */
public final class LaurelProcess implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("http://\\S+/graphql\\b");

    private final Process process;
    private final URI address;
    private final Queue<String> output;

    private LaurelProcess(Process process, URI address, Queue<String> output) {
        this.process = process;
        this.address = address;
        this.output = output;
    }

    /** Starts the service and waits until it responds. */
    public static LaurelProcess start(TestDatabase database, Map<String, Object> settings) throws Exception {
        return start(database.properties(), settings);
    }

    /** Starts the service on a database that tests do not share. */
    public static LaurelProcess start(String url, Map<String, Object> settings) throws Exception {
        return start(Map.of("laurel.database.url", url), settings);
    }

    private static LaurelProcess start(Map<String, Object> database, Map<String, Object> settings) throws Exception {
        return start(database, settings, ChildJava.command());
    }

    static LaurelProcess start(Map<String, Object> database, Map<String, Object> settings, List<String> java)
            throws Exception {
        List<String> command = new ArrayList<>(java);
        command.add(Laurel.class.getName());
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        // On a busy machine requests can take long.
        environment.put("LAUREL_LIMITS_REQUEST_TIME", "60s");
        put(environment, database);
        put(environment, settings);
        environment.put("LAUREL_KEYS", LaurelServer.KEY);
        environment.put("LAUREL_DEMO", "false");
        environment.put("MICRONAUT_SERVER_PORT", "-1");
        Started.PROCESS.count();
        Process process = builder.start();
        CompletableFuture<URI> address = new CompletableFuture<>();
        Queue<String> output = new ConcurrentLinkedQueue<>();
        Thread.ofVirtual().start(() -> read(process, address, output));
        try {
            return new LaurelProcess(process, address.get(180, TimeUnit.SECONDS), output);
        } catch (Exception e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static void put(Map<String, String> environment, Map<String, Object> settings) {
        settings.forEach(
                (name, value) -> environment.put(name.toUpperCase(Locale.ROOT).replace('.', '_'), value.toString()));
    }

    /** The URL of GraphQL. */
    public URI address() {
        return address;
    }

    public GraphQLClient client() {
        return client(LaurelServer.KEY);
    }

    /** A client with another key. */
    public GraphQLClient client(String key) {
        return new GraphQLClient(address, key);
    }

    /** Kills the process, on Unix with SIGKILL. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException("it does not die");
        }
    }

    /** Ends the process with SIGTERM. */
    public void terminate() {
        process.toHandle().destroy();
    }

    /** Waits for the end of the process and returns its exit code. */
    public int exitCode() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the service does not end:\n" + output());
        }
        return process.exitValue();
    }

    /** The output so far. */
    public String output() {
        return String.join("\n", output);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Reads all output, so that the process does not block on a full pipe. */
    private static void read(Process process, CompletableFuture<URI> address, Queue<String> output) {
        try (BufferedReader lines = process.inputReader(UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher found = ADDRESS.matcher(line);
                if (found.find()) {
                    address.complete(URI.create(found.group()));
                }
                output.add(line);
            }
        } catch (IOException e) {
            output.add(e.toString());
        }
        address.completeExceptionally(
                new IllegalStateException("the service did not start:\n" + String.join("\n", output)));
    }
}
