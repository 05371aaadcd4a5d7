package laurel.database.embedded;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Objects;
import java.util.zip.CRC32;
import laurel.CannotStartException;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * Unpacks PostgreSQL's programs, which are an archive in a jar.
 *
 * <p>The target is the data directory and not the directory for temporary files, where other users could replace programs, and
 * where the system may delete old files.
 */
public final class ProgramArchive {
    private ProgramArchive() {}

    /** Unpacks the programs if they are missing, which takes about 2 s and 60 MB. Removes other versions. */
    public static ServerPrograms unpackInto(Path directory) throws IOException {
        byte[] archive = read();
        Path unpacked = directory.resolve(fingerprint(archive));
        if (!Files.isDirectory(unpacked)) {
            ServerFiles.delete(directory);
            Files.createDirectory(directory, ServerFiles.ownerOnly("rwx------"));
            Path unfinished = Files.createDirectory(directory.resolve("unfinished"));
            unpack(archive, unfinished);
            Files.move(unfinished, unpacked, StandardCopyOption.ATOMIC_MOVE);
        }
        return new ServerPrograms(unpacked.resolve("bin"));
    }

    private static byte[] read() throws IOException {
        String architecture = System.getProperty("os.arch");
        try (InputStream archive = DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system(), architecture)) {
            return archive.readAllBytes();
        } catch (IllegalStateException e) {
            throw new CannotStartException(
                    "there is no embedded PostgreSQL for %s on %s; set LAUREL_DATABASE_URL to use an external one"
                            .formatted(system(), architecture),
                    e);
        }
    }

    private static String system() {
        String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        return name.startsWith("windows") ? "Windows" : name.startsWith("mac") ? "Darwin" : "Linux";
    }

    /** Distinguishes versions. A CRC is faster than a digest, which would run in the interpreter during the start. */
    private static String fingerprint(byte[] archive) {
        CRC32 checksum = new CRC32();
        checksum.update(archive);
        return "%08x-%x".formatted(checksum.getValue(), archive.length);
    }

    private static void unpack(byte[] archive, Path directory) throws IOException {
        try (var entries = new TarArchiveInputStream(new XZInputStream(new ByteArrayInputStream(archive)))) {
            TarArchiveEntry entry = entries.getNextEntry();
            while (entry != null) {
                unpack(entries, entry, directory.resolve(entry.getName()).normalize());
                entry = entries.getNextEntry();
            }
        }
    }

    private static void unpack(InputStream content, TarArchiveEntry entry, Path target) throws IOException {
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return;
        }
        Files.createDirectories(Objects.requireNonNull(target.getParent()));
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
        } else {
            Files.copy(content, target);
            if (target.getParent().endsWith("bin") && !target.toFile().setExecutable(true)) {
                throw new IOException("cannot make " + target + " executable");
            }
        }
    }
}
