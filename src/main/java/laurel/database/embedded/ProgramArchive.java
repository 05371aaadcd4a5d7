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
 * The archive of PostgreSQL's programs that comes in a jar.
 *
 * <p>It is unpacked into the data directory and not into the machine's temporary one, where others could put a program
 * in the place of ours, and where a tidy machine deletes what has not been touched for some days.
 */
public final class ProgramArchive {
    private ProgramArchive() {}

    /** Unpacks the programs unless they are there already; about 2 s and 60 MB. Removes those of other versions. */
    public static ServerPrograms unpackInto(Path directory) throws IOException {
        byte[] archive = read();
        Path unpacked = directory.resolve(fingerprint(archive));
        if (!Files.isDirectory(unpacked)) {
            ServerFiles.delete(directory);
            Files.createDirectory(directory, ServerFiles.ownersAlone("rwx------"));
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
                    "there is no embedded PostgreSQL for %s on %s; name an external one by LAUREL_DATABASE_URL"
                            .formatted(system(), architecture),
                    e);
        }
    }

    private static String system() {
        String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        return name.startsWith("windows") ? "Windows" : name.startsWith("mac") ? "Darwin" : "Linux";
    }

    /** Tells versions apart. At a start a digest would run in bytecode; the checksum is computed by the processor. */
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
