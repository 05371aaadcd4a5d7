package laurel.api;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.List;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.junit.jupiter.api.Test;

/** Definitions are changed only as somebody has read them, if that is asked for. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class ExpectedVersionTest {
    @Inject
    LaurelServer server;

    @Test
    void rejectsChangesOfAnotherVersionOfABadge() {
        change("createBadge", "key: \"first\", name: \"First\", rule: {manual: true}", "badge { version }");
        assertThat(change(
                                "updateBadge",
                                "badgeKey: \"first\", name: \"Second\", expectedVersion: 1",
                                "badge { version }")
                        .at("badge", "version"))
                .isEqualTo(2);
        assertThat(change("updateBadge", "badgeKey: \"first\", name: \"Third\"", "badge { version }")
                        .at("badge", "version"))
                .isEqualTo(3);
        conflicts(change("updateBadge", "badgeKey: \"first\", name: \"No\", expectedVersion: 2", "badge { name }"));
        conflicts(change("deleteBadge", "badgeKey: \"first\", expectedVersion: 2", "deletedBadgeId"));
        assertThat(change("deleteBadge", "badgeKey: \"first\", expectedVersion: 3", "deletedBadgeId")
                        .list("errors"))
                .isEmpty();
    }

    @Test
    void rejectsChangesOfAnotherVersionOfAWebhook() {
        String id = "webhookId: \""
                + change("createWebhook", "url: \"https://example.com\"", "webhook { id }")
                        .text("webhook", "id") + "\"";
        change("updateWebhook", id + ", topCount: 3, expectedVersion: 1", "webhook { id }");
        assertThat(change("updateWebhook", id + ", topCount: 4, expectedVersion: 2", "webhook { version }")
                        .at("webhook", "version"))
                .isEqualTo(3);
        conflicts(change("updateWebhook", id + ", topCount: 5, expectedVersion: 2", "webhook { id }"));
        conflicts(change("deleteWebhook", id + ", expectedVersion: 2", "deletedWebhookId"));
        assertThat(change("deleteWebhook", id + ", expectedVersion: 3", "deletedWebhookId")
                        .list("errors"))
                .isEmpty();
    }

    private Answer change(String mutation, String input, String fields) {
        return server.client()
                .ask("mutation { " + mutation + "(input: {" + input + "}) { " + fields
                        + " errors { code path ... on VersionConflictError { currentVersion } } } }")
                .node("data", mutation);
    }

    private static void conflicts(Answer answer) {
        assertThat(answer.at("errors", 0, "code")).isEqualTo("VERSION_CONFLICT");
        assertThat(answer.at("errors", 0, "path")).isEqualTo(List.of("input", "expectedVersion"));
        assertThat(answer.at("errors", 0, "currentVersion")).isEqualTo(3);
    }
}
