package laurel.api.engine;

import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.core.bind.annotation.Bindable;
import java.time.Duration;

/**
 * What one request may ask for, under {@code laurel.limits}. Whoever goes beyond is told so with the code {@code
 * LIMIT_EXCEEDED} (or {@code TIMEOUT}) before any work is done for it. The size of the HTTP body is {@code
 * micronaut.server.max-request-size}, 1 MB by default.
 *
 * @param querySize length of the query text; default 65,536
 * @param queryTokens tokens of the query text, comments and commas aside; default 10,000
 * @param queryDepth how deeply fields may nest, fragments spread; default 16, of which the usual introspection query takes
 *     15
 * @param queryFields fields of the operation, fragments spread and equal fields merged; default 1,000
 * @param querySelections the same before equal fields are merged, which bounds the work of merging them; default 10,000
 * @param responseValues values in one answer, counting each object, list and leaf; default 200,000
 * @param requestTime how long one request may run; default 10 s
 * @param cachedQuerySize total length of the query texts whose parsed form is kept, which takes about 15
 *     bytes for each character and at worst 55; default 1,000,000
 * @param responseSize bytes of one answer, which is charged as it is made; default 16,777,216
 * @param receiveTime time from the first byte of a request to its last; default 30 s
 * @param sendTime time from the first byte of a response to its last; for a stream of events, from its end; default 60 s
 */
@ConfigurationProperties("laurel.limits")
public record RequestLimits(
        @Bindable(defaultValue = "65536") int querySize,
        @Bindable(defaultValue = "10000") int queryTokens,
        @Bindable(defaultValue = "16") int queryDepth,
        @Bindable(defaultValue = "1000") int queryFields,
        @Bindable(defaultValue = "10000") int querySelections,
        @Bindable(defaultValue = "200000") int responseValues,
        @Bindable(defaultValue = "10s") Duration requestTime,
        @Bindable(defaultValue = "1000000") long cachedQuerySize,
        @Bindable(defaultValue = "16777216") long responseSize,
        @Bindable(defaultValue = "30s") Duration receiveTime,
        @Bindable(defaultValue = "60s") Duration sendTime) {}
