package laurel.database.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import laurel.CannotStartException;
import org.jspecify.annotations.Nullable;

/** A lock that lets one process use a data directory. The operating system releases the lock when the process ends. */
final class DirectoryLock implements AutoCloseable {
    /** Checked first, because opening and closing the file again would release the lock of this process. */
    private static final Set<Path> HELD_BY_THIS_PROCESS = ConcurrentHashMap.newKeySet();

    /** Far behind the text, which stays readable if locks are mandatory. */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    private final Path file;
    private final FileChannel channel;

    private DirectoryLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Takes the lock. Throws {@link CannotStartException} with the directory and the process that has the lock. */
    static DirectoryLock take(ServerFiles files) throws IOException {
        Path file = files.lock();
        if (!HELD_BY_THIS_PROCESS.add(file)) {
            throw inUse(files, Long.toString(ProcessHandle.current().pid()));
        }
        DirectoryLock taken = null;
        try {
            taken = tryToTake(file);
        } finally {
            if (taken == null) {
                HELD_BY_THIS_PROCESS.remove(file);
            }
        }
        if (taken == null) {
            throw inUse(files, Files.readString(file).strip());
        }
        return taken;
    }

    private static @Nullable DirectoryLock tryToTake(Path file) throws IOException {
        if (!Files.exists(file)) {
            createFile(file);
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock(LOCKED_BYTE, 1, false);
        if (lock == null) {
            channel.close();
            return null;
        }
        String pid = ProcessHandle.current().pid() + "\n";
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)));
        return new DirectoryLock(file, channel);
    }

    private static void createFile(Path file) throws IOException {
        try {
            Files.createFile(file, ServerFiles.ownerOnly("rw-------"));
        } catch (FileAlreadyExistsException e) {
            // Another process created it. The lock decides which of them uses the directory.
        }
    }

    private static CannotStartException inUse(ServerFiles files, String pid) {
        return new CannotStartException(
                "the data directory %s is in use by another Laurel, process %s".formatted(files.directory(), pid));
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            HELD_BY_THIS_PROCESS.remove(file);
        }
    }
}
