package laurel.badge;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import laurel.GraphQLClient;
import laurel.GraphQLClient.Answer;
import laurel.JobClient;
import laurel.LaurelServer;
import laurel.badge.rule.BadgeWorker;
import laurel.lifecycle.Lifecycle;

/** Creates and awards badges over HTTP, and reads awards. */
public record BadgeClient(LaurelServer server, GraphQLClient graphQL) {
    public BadgeClient(LaurelServer server) {
        this(server, server.client());
    }

    /** Creates a badge, and returns the payload. */
    public Answer create(String key, String rule, String rest) {
        return change(
                "createBadge(input: {key: \"" + key + "\", name: \"A badge\", rule: {" + rule + "} " + rest + "})",
                "badge { id key state name }");
    }

    /** Creates a badge, and requires success. */
    public void createBadge(String key, String rule, String rest) {
        create(key, rule, rest).text("badge", "id");
    }

    /** Awards a badge manually, and returns the payload. */
    public Answer award(String key, String participant, String rest) {
        return change(
                "awardBadge(input: {badgeKey: \"" + key + "\", participant: {externalId: \"" + participant + "\"} "
                        + rest + "})",
                "award { id period reason revokedAt participant { externalId } badge { key } }");
    }

    /** Enables or disables a badge. */
    public void setState(String key, String state) {
        change("updateBadge(input: {badgeKey: \"" + key + "\", state: " + state + "})", "badge { state }")
                .text("badge", "state");
    }

    public Answer revoke(String award, String reason) {
        return change(
                "revokeBadgeAward(input: {badgeAwardId: \"" + award + "\", reason: \"" + reason + "\"})",
                "award { id revokedAt revokeReason }");
    }

    public Answer restore(String award) {
        return change("restoreBadgeAward(input: {badgeAwardId: \"" + award + "\"})", "award { id revokedAt }");
    }

    /** Runs a backfill, and returns its result. */
    public Answer backfill(String key) {
        return new JobClient(server, graphQL).result("backfillBadge", Map.of("badgeKey", key));
    }

    /**
     * Previews a badge.
     *
     * @param badge such as {@code badgeKey: "ten"}
     */
    public Answer preview(String badge) {
        return graphQL.ask("{ previewBadge(badge: {" + badge
                        + "}) { awardCount complete awards { period day participant { externalId } window { name }"
                        + " evidence { rank windowName group } } } }")
                .node("data", "previewBadge");
    }

    private Answer change(String mutation, String selection) {
        String name = mutation.substring(0, mutation.indexOf('('));
        return graphQL.ask("mutation { " + mutation + " { " + selection + " errors { code message path } } }")
                .node("data", name);
    }

    /** Returns the awards of a badge in alphabetical order: the participant, and the window or the day that earned it. */
    public List<String> holders(String key) {
        return graphQL
                .ask(
                        "query ($key: String!) { badge(key: $key) { awards(first: 1000) { nodes {"
                                + " participant { externalId } window { name } day } } } }",
                        Map.of("key", key))
                .list("data", "badge", "awards", "nodes")
                .stream()
                .map(award -> award.text("participant", "externalId") + source(award))
                .sorted()
                .toList();
    }

    private static String source(Answer award) {
        if (award.at("window") != null) {
            return " " + award.text("window", "name");
        }
        return award.at("day") == null ? "" : " " + award.text("day");
    }

    /** Returns the badge events of the event log in order. */
    public List<String> events() {
        return graphQL
                .ask("{ events(first: 1000, filter: {eventTypes: [BADGE_AWARDED, BADGE_REVOKED]}) { nodes { eventType"
                        + " ... on BadgeAwardedEvent { award { badge { key } participant { externalId } } }"
                        + " ... on BadgeRevokedEvent { award { badge { key } participant { externalId } } } } } }")
                .list("data", "events", "nodes")
                .stream()
                .map(event -> event.text("eventType") + " " + event.text("award", "badge", "key") + " "
                        + event.text("award", "participant", "externalId"))
                .toList();
    }

    public void createLeaderboard(String key, String rest) {
        graphQL.ask("mutation { createLeaderboard(input: {key: \"" + key + "\" " + rest
                        + "}) { leaderboard { id } errors { code message } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    /** Submits a score, and returns the ID of the submission. */
    public String submit(String leaderboard, String participant, int score) {
        return graphQL.ask("mutation { submitScore(input: {leaderboardKey: \"" + leaderboard
                        + "\", participant: {externalId: \"" + participant + "\"}, score: " + score
                        + "}) { receipt { submission { id } } } }")
                .text("data", "submitScore", "receipt", "submission", "id");
    }

    public void remove(String submission) {
        graphQL.ask("mutation { removeSubmission(input: {submissionId: \"" + submission
                        + "\"}) { submission { id } } }")
                .text("data", "removeSubmission", "submission", "id");
    }

    /** Finalizes windows that are due. */
    public void finalizeWindows(Instant now) {
        server.bean(Lifecycle.class).run(now);
    }

    /** Awards badges for final ranks and scores. */
    public void awardPending(Instant now) {
        server.bean(BadgeWorker.class).award(now);
    }
}
