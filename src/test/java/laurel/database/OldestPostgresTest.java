package laurel.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import laurel.Installed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The oldest PostgreSQL that is promised to do, where one is installed. */
class OldestPostgresTest {
    private static final List<Path> PLACES = List.of(
            Path.of("/usr/lib/postgresql/15/bin"),
            Path.of("/usr/pgsql-15/bin"),
            Path.of("/opt/homebrew/opt/postgresql@15/bin"));

    @Test
    void postgres15IsUsed(@TempDir Path directory) throws Exception {
        var bin = PLACES.stream().filter(Files::isDirectory).findFirst();
        Installed.require(bin.isPresent(), "PostgreSQL 15");
        var programs = new Programs(bin.get());
        var files = new ServerFiles(directory.toRealPath());
        Files.writeString(files.password(), "secret\n");
        programs.run(
                "initdb",
                List.of(
                        "--pgdata=" + files.cluster(),
                        "--username=postgres",
                        "--pwfile=" + files.password(),
                        "--auth=scram-sha-256",
                        "--encoding=UTF8",
                        "--locale=C"));
        var postmaster = new Postmaster(files, programs, 50);
        postmaster.start();
        try {
            Login login = LaurelRole.login(files, postmaster.port());
            var settings = new DatabaseSettings(login.url(), login.user(), login.password(), 2, 30);
            try (Database database = Database.open(settings, directory)) {
                Acknowledged.create(database.dataSource());
                Acknowledged.write(database.dataSource(), 1);
                assertThat(Acknowledged.count(database.dataSource(), 1)).isEqualTo(1);
            }
        } finally {
            postmaster.stop();
        }
    }
}
