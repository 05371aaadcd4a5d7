package laurel.database;

import java.nio.file.Path;

/** Writes rows until it is killed, and prints the number of each committed row. */
public final class AcknowledgingService {
    private AcknowledgingService() {}

    public static void main(String[] args) throws Exception {
        try (Database database = Database.open(
                new DatabaseSettings(null, null, null, 4, 30), Path.of(System.getProperty("directory")))) {
            Acknowledged.create(database.login().unpooled());
            for (long n = 1; ; n++) {
                Acknowledged.write(database.login().unpooled(), n);
                System.out.println("committed " + n);
            }
        }
    }
}
