package laurel.database;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import laurel.database.sql.Sql;

/** Lets statements fail without any change of the database. */
public final class FailedTransaction {
    private FailedTransaction() {}

    /** Runs this in a transaction in which every further statement fails. */
    public static void run(Sql sql, Runnable work) {
        sql.useTransaction(() -> {
            assertThatThrownBy(() -> sql.of("SELECT 1 / 0").one(Integer.class))
                    .hasMessageContaining("division by zero");
            work.run();
        });
    }
}
