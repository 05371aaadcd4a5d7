package laurel.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ResponseFormatTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
                    application/json                                                        | JSON
                    application/graphql-response+json                                       | GRAPHQL_RESPONSE
                    APPLICATION/GraphQL-Response+JSON; Charset=UTF-8                        | GRAPHQL_RESPONSE
                    */*                                                                     | JSON
                    application/*                                                           | JSON
                    application/graphql-response+json, application/json                     | GRAPHQL_RESPONSE
                    application/json, application/graphql-response+json                     | JSON
                    application/json, */*                                                   | JSON
                    */*, application/graphql-response+json                                  | GRAPHQL_RESPONSE
                    application/json;q=0.9, application/graphql-response+json;q=0.8         | JSON
                    application/json; q=0.8, application/graphql-response+json; q=0.9       | GRAPHQL_RESPONSE
                    application/json;q=0, */*                                               | GRAPHQL_RESPONSE
                    application/json;q=0, application/graphql-response+json;q=0             | none
                    text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8         | JSON
                    text/html                                                               | none
                    text/*                                                                  | none
                    application/json; charset=iso-8859-1                                    | none
                    application/json; charset="utf-8"                                       | JSON
                    application/json; q=high                                                | none
                    application/json; q=7                                                   | none
                    rubbish                                                                 | none
                    rubbish, application/json                                               | JSON
                    """)
    void returnsPreferredFormat(String accept, ResponseFormat format) {
        assertThat(ResponseFormat.accepted(List.of(accept))).isEqualTo(format);
    }

    @Test
    void combinesSeveralAcceptHeaders() {
        assertThat(ResponseFormat.accepted(List.of("text/html", "application/graphql-response+json")))
                .isEqualTo(ResponseFormat.GRAPHQL_RESPONSE);
    }

    @Test
    void returnsJsonWithoutAcceptHeader() {
        assertThat(ResponseFormat.accepted(List.of())).isEqualTo(ResponseFormat.JSON);
    }
}
