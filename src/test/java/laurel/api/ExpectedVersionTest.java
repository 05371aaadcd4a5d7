package laurel.api;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.inject.Inject;
import java.util.List;
import laurel.GraphQLClient.Answer;
import laurel.LaurelServer;
import laurel.LaurelTest;
import org.junit.jupiter.api.Test;

/** A change with an expected version is rejected if the definition has another version. */
@LaurelTest(at = "2025-07-13T12:00:00Z")
class ExpectedVersionTest {
    @Inject
    LaurelServer server;

    @Test
    void rejectsChangeOfBadgeWithOutdatedVersion() {
        mutate("createBadge", "key: \"first\", name: \"First\", rule: {manual: true}", "badge { version }");
        assertThat(mutate(
                                "updateBadge",
                                "badgeKey: \"first\", name: \"Second\", expectedVersion: 1",
                                "badge { version }")
                        .at("badge", "version"))
                .isEqualTo(2);
        assertThat(mutate("updateBadge", "badgeKey: \"first\", name: \"Third\"", "badge { version }")
                        .at("badge", "version"))
                .isEqualTo(3);
        assertVersionConflict(
                mutate("updateBadge", "badgeKey: \"first\", name: \"No\", expectedVersion: 2", "badge { name }"));
        assertVersionConflict(mutate("deleteBadge", "badgeKey: \"first\", expectedVersion: 2", "deletedBadgeId"));
        assertThat(mutate("deleteBadge", "badgeKey: \"first\", expectedVersion: 3", "deletedBadgeId")
                        .list("errors"))
                .isEmpty();
    }

    @Test
    void rejectsChangeOfWebhookWithOutdatedVersion() {
        String id = "webhookId: \""
                + mutate("createWebhook", "url: \"https://example.com\"", "webhook { id }")
                        .text("webhook", "id") + "\"";
        mutate("updateWebhook", id + ", topCount: 3, expectedVersion: 1", "webhook { id }");
        assertThat(mutate("updateWebhook", id + ", topCount: 4, expectedVersion: 2", "webhook { version }")
                        .at("webhook", "version"))
                .isEqualTo(3);
        assertVersionConflict(mutate("updateWebhook", id + ", topCount: 5, expectedVersion: 2", "webhook { id }"));
        assertVersionConflict(mutate("deleteWebhook", id + ", expectedVersion: 2", "deletedWebhookId"));
        assertThat(mutate("deleteWebhook", id + ", expectedVersion: 3", "deletedWebhookId")
                        .list("errors"))
                .isEmpty();
    }

    private Answer mutate(String mutation, String input, String fields) {
        return server.client()
                .ask("mutation { " + mutation + "(input: {" + input + "}) { " + fields
                        + " errors { code path ... on VersionConflictError { currentVersion } } } }")
                .node("data", mutation);
    }

    private static void assertVersionConflict(Answer answer) {
        assertThat(answer.at("errors", 0, "code")).isEqualTo("VERSION_CONFLICT");
        assertThat(answer.at("errors", 0, "path")).isEqualTo(List.of("input", "expectedVersion"));
        assertThat(answer.at("errors", 0, "currentVersion")).isEqualTo(3);
    }
}
