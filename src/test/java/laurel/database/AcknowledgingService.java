package laurel.database;

import java.nio.file.Path;

/** Writes rows for as long as it lives, and says which of them were acknowledged. */
public final class AcknowledgingService {
    private AcknowledgingService() {}

    public static void main(String[] args) throws Exception {
        try (Database database = Database.open(
                new DatabaseSettings(null, null, null, 4, 30), Path.of(System.getProperty("directory")))) {
            Acknowledged.create(database.login().unpooled());
            for (long n = 1; ; n++) {
                Acknowledged.write(database.login().unpooled(), n);
                System.out.println("acknowledged " + n);
            }
        }
    }
}
