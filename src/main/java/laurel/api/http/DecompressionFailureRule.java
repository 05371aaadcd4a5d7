package laurel.api.http;

import io.netty.handler.codec.compression.DecompressionException;
import jakarta.inject.Singleton;
import java.util.Optional;
import laurel.graphql.FailureRule;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;

/** Reports a body that cannot be decompressed as an error of the client. */
@Singleton
final class DecompressionFailureRule implements FailureRule {
    @Override
    public Optional<RequestException> explain(Throwable failure) {
        return failure instanceof DecompressionException
                ? Optional.of(new RequestException(
                        RequestErrorCode.BAD_REQUEST,
                        "The body is not compressed as `Content-Encoding` specifies.",
                        failure))
                : Optional.empty();
    }
}
