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

/** The service in a separate process, as in production. */
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
     * Starts the service and waits until it responds.
     *
     * @param data its data directory
     * @param connections number of additional connections that its PostgreSQL must allow
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

    /** The command that starts Laurel with these arguments. */
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

    /** The path of a program of the current JDK. */
    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    /** Copies the output to a file, so that the process does not block on a full pipe. */
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
            address.completeExceptionally(new IOException("output: " + Files.readString(log)));
        } catch (IOException e) {
            address.completeExceptionally(e);
        }
    }

    /** The URL of GraphQL. */
    public URI address() {
        return address;
    }

    /** Bytes of live objects, after a full garbage collection. */
    public long heap() throws IOException, InterruptedException {
        Process tool = new ProcessBuilder(tool("jcmd"), Long.toString(process.pid()), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String printed;
        try (var output = tool.getInputStream()) {
            printed = new String(output.readAllBytes(), UTF_8);
        }
        Matcher total = TOTAL.matcher(printed);
        if (tool.waitFor() != 0 || !total.find()) {
            throw new IOException("jcmd: " + printed);
        }
        return Long.parseLong(total.group(1));
    }

    /** Resident memory in bytes. NaN if the system has no {@code /proc}. */
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

    /** CPU time of the process so far, without PostgreSQL. */
    public Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Stops the service, which stops its PostgreSQL first. */
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
