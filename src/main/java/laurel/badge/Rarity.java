package laurel.badge;

/**
 * How many hold a badge.
 *
 * @param holders      participants who hold it, once or more often
 * @param participants all that the app has met
 */
record Rarity(long holders, long participants) {
    /** 0 to 1. */
    double share() {
        return participants == 0 ? 0 : (double) holders / participants;
    }
}
