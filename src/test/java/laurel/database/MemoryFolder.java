package laurel.database;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A folder in memory for databases that exist for seconds. Each has more than a thousand files, which take a disk far longer to
 * create than memory.
 */
final class MemoryFolder {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final String PREFIX = "laurel-tests-";
    /** More than the databases of all tests that run at the same time. */
    private static final long ENOUGH = 6L << 30;

    private MemoryFolder() {}

    /**
     * Returns a new folder of this process, empty if the system has no such file system or too little memory. The caller
     * deletes it; what a killed process has left is deleted here.
     */
    static Optional<Path> create() throws IOException {
        if (!Files.isWritable(MEMORY)
                || Files.getFileStore(MEMORY).getUsableSpace() < ENOUGH
                || totalMemory() < 2 * ENOUGH
                || availableMemory() < ENOUGH) {
            return Optional.empty();
        }
        for (Path folder : folders()) {
            if (ProcessHandle.of(owner(folder)).isEmpty()) {
                delete(folder);
            }
        }
        return Optional.of(Files.createDirectory(
                MEMORY.resolve(PREFIX + ProcessHandle.current().pid())));
    }

    /** Memory of the machine, or of its container. */
    private static long totalMemory() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    /** Memory that is free, or has copies of files that are not needed. */
    private static long availableMemory() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
            return lines.filter(line -> line.startsWith("MemAvailable:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .findFirst()
                    .orElse(0);
        }
    }

    private static List<Path> folders() throws IOException {
        try (Stream<Path> found = Files.list(MEMORY)) {
            return found.filter(path -> path.getFileName().toString().matches(PREFIX + "\\d+"))
                    .toList();
        }
    }

    private static long owner(Path folder) {
        return Long.parseLong(folder.getFileName().toString().substring(PREFIX.length()));
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
