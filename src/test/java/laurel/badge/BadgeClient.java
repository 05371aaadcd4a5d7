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

/** Defines badges, has them earned, and looks who has them. */
public record BadgeClient(LaurelServer server, GraphQLClient graphQL) {
    public BadgeClient(LaurelServer server) {
        this(server, server.client());
    }

    /** The badge of these fields, or why there is none. */
    public Answer define(String key, String rule, String rest) {
        return change(
                "createBadge(input: {key: \"" + key + "\", name: \"A badge\", rule: {" + rule + "} " + rest + "})",
                "badge { id key state name }");
    }

    /** A badge of this rule, which is there from now on. */
    public void badge(String key, String rule, String rest) {
        define(key, rule, rest).text("badge", "id");
    }

    /** The award, or why there is none. */
    public Answer award(String key, String who, String rest) {
        return change(
                "awardBadge(input: {badgeKey: \"" + key + "\", participant: {externalId: \"" + who + "\"} " + rest
                        + "})",
                "award { id period reason revokedAt participant { externalId } badge { key } }");
    }

    public Answer revoke(String award, String reason) {
        return change(
                "revokeBadgeAward(input: {badgeAwardId: \"" + award + "\", reason: \"" + reason + "\"})",
                "award { id revokedAt revokeReason }");
    }

    public Answer restore(String award) {
        return change("restoreBadgeAward(input: {badgeAwardId: \"" + award + "\"})", "award { id revokedAt }");
    }

    /** What a backfill came to. */
    public Answer backfill(String key) {
        return new JobClient(server, graphQL).result("backfillBadge", Map.of("badgeKey", key));
    }

    /** @param badge such as {@code badgeKey: "ten"} */
    public Answer preview(String badge) {
        return graphQL.ask(
                        "{ previewBadge(badge: {" + badge
                                + "}) { awardCount complete awards { period day participant { externalId } window { name } } } }")
                .node("data", "previewBadge");
    }

    private Answer change(String mutation, String selection) {
        String name = mutation.substring(0, mutation.indexOf('('));
        return graphQL.ask("mutation { " + mutation + " { " + selection + " errors { code message path } } }")
                .node("data", name);
    }

    /** Who holds a badge, in order: the id, and the window or the day that it was earned by. */
    public List<String> holders(String key) {
        return graphQL
                .ask(
                        "query ($key: String!) { badge(key: $key) { awards(first: 1000) { nodes {"
                                + " participant { externalId } window { name } day } } } }",
                        Map.of("key", key))
                .list("data", "badge", "awards", "nodes")
                .stream()
                .map(award -> award.text("participant", "externalId") + by(award))
                .sorted()
                .toList();
    }

    private static String by(Answer award) {
        if (award.at("window") != null) {
            return " " + award.text("window", "name");
        }
        return award.at("day") == null ? "" : " " + award.text("day");
    }

    /** What was told of badges, in order. */
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

    public void board(String key, String rest) {
        graphQL.ask("mutation { createLeaderboard(input: {key: \"" + key + "\" " + rest
                        + "}) { leaderboard { id } errors { code message } } }")
                .text("data", "createLeaderboard", "leaderboard", "id");
    }

    /** A submission's id. */
    public String submit(String board, String who, int score) {
        return graphQL.ask(
                        "mutation { submitScore(input: {leaderboardKey: \"" + board + "\", participant: {externalId: \""
                                + who + "\"}, score: " + score + "}) { receipt { submission { id } } } }")
                .text("data", "submitScore", "receipt", "submission", "id");
    }

    public void remove(String submission) {
        graphQL.ask("mutation { removeSubmission(input: {submissionId: \"" + submission
                        + "\"}) { submission { id } } }")
                .text("data", "removeSubmission", "submission", "id");
    }

    /** Makes windows final that are due. */
    public void close(Instant now) {
        server.bean(Lifecycle.class).run(now);
    }

    /** Awards what ranks and scores have earned. */
    public void work(Instant now) {
        server.bean(BadgeWorker.class).award(now);
    }
}
