package laurel.api.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import laurel.CannotStartException;
import laurel.api.TestServer.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The settings of the web front end: origins that may embed it, addresses of images, the first leaderboard. */
final class WebPolicyTest {
    @Test
    void letsConfiguredOriginsEmbedLeaderboards() {
        try (var framed = WebEndpointTest.server(Map.of(
                "laurel.web.frame-ancestors", "https://play.example, http://localhost:3000",
                "laurel.web.image-sources", "https://images.example,https://*.other.example/faces/"))) {
            String policy =
                    WebEndpointTest.POLICY.replace("https:;", "https://images.example https://*.other.example/faces/;");
            for (String path : new String[] {"/embed/quiz", "/apps/other/embed/quiz"}) {
                Answer embedded = WebEndpointTest.get(framed, path);
                assertThat(embedded.header("content-security-policy"))
                        .isEqualTo(policy + "https://play.example http://localhost:3000");
                assertThat(embedded.http().headers().map()).doesNotContainKey("x-frame-options");
            }
            for (String path : new String[] {"/", "/apps/other/", "/admin"}) {
                assertThat(WebEndpointTest.get(framed, path).header("content-security-policy"))
                        .isEqualTo(policy + "'none'");
                assertThat(WebEndpointTest.get(framed, path).header("x-frame-options"))
                        .isEqualTo("DENY");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            laurel.web.frame-ancestors | play.example
            laurel.web.frame-ancestors | https://play.example/path
            laurel.web.frame-ancestors | https://play.example; script-src *
            laurel.web.frame-ancestors | 'self'
            laurel.web.image-sources   | https:
            laurel.web.image-sources   | data:
            laurel.web.image-sources   | https://images.example; script-src *
            laurel.web.leaderboard     | "><script>
            """)
    void failsStartForWrongValue(String setting, String value) {
        assertThatThrownBy(() -> WebEndpointTest.server(Map.of(setting, value)))
                .rootCause()
                .isInstanceOf(CannotStartException.class)
                .hasMessageStartingWith(setting);
    }
}
