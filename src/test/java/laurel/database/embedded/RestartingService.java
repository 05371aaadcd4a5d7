package laurel.database.embedded;

import java.nio.file.Path;
import laurel.database.Until;

/** Kills its server and starts it again. Prints whether the server runs before and after. */
final class RestartingService {
    private RestartingService() {}

    public static void main(String[] args) throws Exception {
        ServerFiles files = ServerFiles.in(Path.of(System.getProperty("directory")));
        var postmaster = new Postmaster(files, ProgramArchive.unpackInto(files.programs()), 20);
        postmaster.start();
        PostmasterFile.read(files.cluster())
                .flatMap(PostmasterFile::server)
                .orElseThrow()
                .destroyForcibly();
        postmaster.awaitEnd();
        System.out.println("running: " + postmaster.isRunning());
        // It does not start while processes of the old server run.
        Until.holds(() -> {
            postmaster.restart();
            return true;
        });
        System.out.println("running: " + postmaster.isRunning());
        postmaster.stop();
    }
}
