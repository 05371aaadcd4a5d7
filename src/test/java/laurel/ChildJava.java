package laurel;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import laurel.database.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * The command that starts a JVM with the class path of the tests. Loading classes takes more than half of the start of
 * the service, so a run of many tests creates an archive of them in the background. Until the archive exists, and if it
 * cannot be created, a JVM loads its classes as usual. Registered as a service, so that it is notified when the run
 * starts and ends.
 */
public final class ChildJava implements TestExecutionListener {
    /** The minimum number of tests of a run for which the archive is created. */
    private static final int MANY = 500;

    /** Since Java 25, an archive also has linked classes: a start takes two thirds of that with loaded classes. */
    private static final boolean LINKED = Runtime.version().feature() >= 25;

    private static final String CREATE = LINKED ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=";
    private static final String USE = LINKED ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=";

    private static final Duration TO_GIVE_UP = Duration.ofSeconds(10);

    private static volatile List<String> classPath = List.of("-cp", System.getProperty("java.class.path"));

    private @Nullable Thread maker;

    /** The beginning of a command line; properties, the main class and its arguments follow. */
    public static List<String> command() {
        return command(classPath);
    }

    static List<String> command(List<String> classPath) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:MetaspaceSize=128m",
                "-XX:ReservedCodeCacheSize=240m"));
        command.addAll(classPath);
        return command;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        if (plan.countTestIdentifiers(TestIdentifier::isTest) >= MANY) {
            maker = Thread.ofVirtual().start(ChildJava::makeArchive);
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        if (maker != null) {
            maker.interrupt();
            try {
                maker.join(TO_GIVE_UP);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void makeArchive() {
        try {
            Path directory = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "children");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
            String jars = jars(directory.toAbsolutePath());
            Path archive = directory.resolve("service.archive").toAbsolutePath();
            archive(jars, archive);
            if (Files.exists(archive)) {
                // A JVM ignores an archive that does not fit and prints a warning to the output that tests read.
                classPath = List.of(USE + archive, "-Xlog:disable", "-cp", jars);
            }
        } catch (Exception e) {
            System.err.println("JVMs that tests start load all their classes: " + e);
        }
    }

    /** Creates the archive when the service ends. Most of its messages name classes that it leaves out. */
    private static void archive(String jars, Path archive) throws Exception {
        List<String> archiving = List.of(CREATE + archive, "-Xlog:disable", "-cp", jars);
        try (var database = TestDatabase.fresh();
                var service = LaurelProcess.start(database.properties(), Map.of(), command(archiving))) {
            service.client().ask("mutation { createParticipant(input: {externalId: \"who\"}) { __typename } }");
            service.terminate();
            service.exitCode();
        }
    }

    /** The class path with each directory packed into a JAR, because classes in directories cannot be archived. */
    private static String jars(Path directory) throws IOException {
        List<String> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            // Surefire's class path ends with a separator; an empty entry would be the working directory.
            if (!entry.isEmpty()) {
                Path path = Path.of(entry);
                Path jar = directory.resolve(jars.size() + ".jar");
                jars.add(Files.isDirectory(path) ? pack(path, jar).toString() : entry);
            }
        }
        return String.join(File.pathSeparator, jars);
    }

    /**
     * Packs a directory with entries for its directories, which Micronaut searches for beans. Not compressed: it is
     * read more often than written.
     */
    private static Path pack(Path directory, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                var zip = new ZipOutputStream(file);
                Stream<Path> found = Files.walk(directory)) {
            zip.setLevel(Deflater.NO_COMPRESSION);
            for (Path path : found.skip(1).toList()) {
                String name = directory.relativize(path).toString().replace(File.separatorChar, '/');
                boolean inner = Files.isDirectory(path);
                zip.putNextEntry(new ZipEntry(inner ? name + "/" : name));
                if (!inner) {
                    Files.copy(path, zip);
                }
            }
        }
        return jar;
    }

    private static void delete(Path directory) {
        try (Stream<Path> found = Files.walk(directory)) {
            found.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            System.err.println("cannot delete " + directory + ": " + e);
        }
    }
}
