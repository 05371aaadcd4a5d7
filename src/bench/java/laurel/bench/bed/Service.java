package laurel.bench.bed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The service in a process of its own, as people run it. */
public final class Service implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("http://\\S+/graphql\\b");
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)");
    private static final int SECONDS_TO_START = 300;
    private static final int SECONDS_TO_STOP = 120;

    private final Process process;
    private final URI address;

    private Service(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    /**
     * Starts it and waits until it answers.
     *
     * @param data where it keeps its data
     * @param connections how many others than its own its PostgreSQL must bear
     */
    static Service start(Options options, Path data, int connections) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command(options)).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("LAUREL_") || name.startsWith("MICRONAUT_"));
        environment.put("LAUREL_DATA_DIRECTORY", data.toString());
        environment.put("LAUREL_DATABASE_SPARE_CONNECTIONS", Integer.toString(connections));
        environment.put("LAUREL_DEMO", "false");
        environment.put("MICRONAUT_SERVER_PORT", "-1");
        Process process = builder.start();
        CompletableFuture<URI> address = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> listen(process, data.resolveSibling("service.log"), address));
        try {
            return new Service(process, address.get(SECONDS_TO_START, TimeUnit.SECONDS));
        } catch (ExecutionException | TimeoutException e) {
            process.destroyForcibly();
            throw new IOException("the service did not start", e);
        }
    }

    /** What starts the service's program with these arguments. */
    static List<String> command(Options options, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(tool("java"));
        command.addAll(options.jvm());
        Path jar = options.jar();
        command.addAll(
                jar == null
                        ? List.of("-cp", System.getProperty("java.class.path"), "laurel.Laurel")
                        : List.of("-jar", jar.toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** A program of the JDK that runs this. */
    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    /** Keeps all that it says, lest it wait for a reader. */
    private static void listen(Process process, Path log, CompletableFuture<URI> address) {
        try (BufferedReader lines = process.inputReader(UTF_8);
                var written = Files.newBufferedWriter(log)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                written.write(line + "\n");
                written.flush();
                Matcher found = ADDRESS.matcher(line);
                if (found.find()) {
                    address.complete(URI.create(found.group()));
                }
            }
            address.completeExceptionally(new IOException("it said: " + Files.readString(log)));
        } catch (IOException e) {
            address.completeExceptionally(e);
        }
    }

    /** Where it speaks GraphQL. */
    public URI address() {
        return address;
    }

    /** Bytes of live objects, after a full collection, which telling them takes. */
    public long heap() throws IOException, InterruptedException {
        Process tool = new ProcessBuilder(tool("jcmd"), Long.toString(process.pid()), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String said;
        try (var output = tool.getInputStream()) {
            said = new String(output.readAllBytes(), UTF_8);
        }
        Matcher total = TOTAL.matcher(said);
        if (tool.waitFor() != 0 || !total.find()) {
            throw new IOException("jcmd: " + said);
        }
        return Long.parseLong(total.group(1));
    }

    /** Bytes of memory that it occupies; NaN where the system does not tell as Linux does. */
    public double resident() throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.exists(status)) {
            return Double.NaN;
        }
        String line = Files.readAllLines(status).stream()
                .filter(text -> text.startsWith("VmRSS:"))
                .findFirst()
                .orElseThrow();
        return Double.parseDouble(line.replaceAll("\\D", "")) * 1024;
    }

    /** Time that processors have spent on it so far, PostgreSQL apart. */
    public Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Asks it to end, which it does once its PostgreSQL has. */
    @Override
    public void close() {
        process.destroy();
        boolean ended = process.onExit()
                .thenApply(exited -> true)
                .completeOnTimeout(false, SECONDS_TO_STOP, TimeUnit.SECONDS)
                .join();
        if (!ended) {
            process.destroyForcibly().onExit().join();
        }
    }
}
