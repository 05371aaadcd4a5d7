package laurel.api.engine;

import io.micronaut.context.annotation.ConfigurationProperties;
import io.micronaut.core.bind.annotation.Bindable;
import java.time.Duration;

/**
 * Limits of one request: the settings {@code laurel.limits.*}. A request over a limit is refused with {@code LIMIT_EXCEEDED}
 * or {@code TIMEOUT}. The limit of the HTTP body is {@code micronaut.server.max-request-size}, 1 MB by default.
 *
 * @param querySize length of the query text; default 65,536
 * @param queryTokens tokens of the query text, without comments and commas; default 10,000
 * @param queryDepth depth of nested fields after fragment expansion; default 16; the usual introspection query needs 15
 * @param queryFields fields of the operation after fragment expansion, with equal fields merged; default 1,000
 * @param queryCost fields that the response may contain, estimated before execution; default 10,000,000
 * @param querySelections fields before merging, which limits the work of merging; default 10,000
 * @param responseValues values of a response, counting each object, list and leaf; default 200,000
 * @param requestTime execution time of a request; default 10 s
 * @param cachedQuerySize total length of the query texts in the cache of parsed documents, which needs about 15 bytes
 *     per character, at most 55; default 1,000,000
 * @param responseSize bytes of a response, counted while it is computed; default 16,777,216
 * @param receiveTime time from the first byte of a request to its last; default 30 s
 * @param sendTime time from the first byte of a response to its last; for a stream of events, from the creation of each result
 *     and from its end; default 60 s
 */
@ConfigurationProperties("laurel.limits")
public record RequestLimits(
        @Bindable(defaultValue = "65536") int querySize,
        @Bindable(defaultValue = "10000") int queryTokens,
        @Bindable(defaultValue = "16") int queryDepth,
        @Bindable(defaultValue = "1000") int queryFields,
        @Bindable(defaultValue = "10000000") int queryCost,
        @Bindable(defaultValue = "10000") int querySelections,
        @Bindable(defaultValue = "200000") int responseValues,
        @Bindable(defaultValue = "10s") Duration requestTime,
        @Bindable(defaultValue = "1000000") long cachedQuerySize,
        @Bindable(defaultValue = "16777216") long responseSize,
        @Bindable(defaultValue = "30s") Duration receiveTime,
        @Bindable(defaultValue = "60s") Duration sendTime) {}
