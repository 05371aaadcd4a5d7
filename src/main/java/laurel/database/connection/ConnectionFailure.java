package laurel.database.connection;

import java.sql.SQLException;

/** Explains in one line why a connection failed, by the SQLSTATE of the driver or the server. */
public final class ConnectionFailure {
    private ConnectionFailure() {}

    public static String line(SQLException failure, String address) {
        String state = String.valueOf(failure.getSQLState());
        return switch (state) {
            case "28P01" -> "%s rejected the user or the password".formatted(address);
            case "28000" -> "%s rejected the user: %s".formatted(address, message(failure));
            case "08004" -> "%s requires a password; set laurel.database.password".formatted(address);
            case "3D000" -> "%s does not exist; create the database first".formatted(address);
            case "57P03" -> "%s is starting or stopping; try again".formatted(address);
            case "53300" -> "%s has no free connection".formatted(address);
            case "08001", "08006" -> "cannot reach PostgreSQL at %s: %s".formatted(address, message(failure));
            default -> "%s cannot be used: %s".formatted(address, message(failure));
        };
    }

    /** Returns the first line of the message, or of the message of the cause. */
    private static String message(SQLException failure) {
        Throwable cause = failure.getCause();
        String why = String.valueOf((cause == null ? failure : cause).getMessage());
        return (cause == null ? "" : cause.getClass().getSimpleName() + ", ")
                + why.lines().findFirst().orElse("");
    }
}
