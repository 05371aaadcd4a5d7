package laurel.leaderboard;

/** A board that is gone for good. */
public record DeletedLeaderboard(int id, String key) {}
