package laurel.database.connection;

import java.sql.SQLException;

/** Says in one line why no connection came about, from the state that the driver or the server gave. */
public final class ConnectionFailure {
    private ConnectionFailure() {}

    public static String line(SQLException refusal, String place) {
        String state = String.valueOf(refusal.getSQLState());
        return switch (state) {
            case "28P01" -> "%s refused the user or the password".formatted(place);
            case "28000" -> "%s refused the user: %s".formatted(place, message(refusal));
            case "08004" -> "%s wants a password; set laurel.database.password".formatted(place);
            case "3D000" -> "%s does not exist; create the database first".formatted(place);
            case "57P03" -> "%s is starting or stopping; try again".formatted(place);
            case "53300" -> "%s has no connection to spare".formatted(place);
            case "08001", "08006" -> "cannot reach PostgreSQL at %s: %s".formatted(place, message(refusal));
            default -> "%s refused to be used: %s".formatted(place, message(refusal));
        };
    }

    /** The first line of it, and of its cause where that says more. */
    private static String message(SQLException refusal) {
        Throwable cause = refusal.getCause();
        String why = String.valueOf((cause == null ? refusal : cause).getMessage());
        return (cause == null ? "" : cause.getClass().getSimpleName() + ", ")
                + why.lines().findFirst().orElse("");
    }
}
