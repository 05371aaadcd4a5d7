package laurel.graphql;

import graphql.GraphQLContext;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import laurel.request.Measured;
import laurel.request.RequestErrorCode;
import laurel.request.RequestException;
import org.jspecify.annotations.Nullable;

/**
 * The memory that one response may still use. Each part of the response is charged when it is created, on the thread of
 * the request, so that a response without bounds is stopped before it fills the memory.
 */
public final class ResponseBudget {
    /** Maximum number of errors in a response. A loader that fails repeats its error for each of its keys. */
    public static final int MAX_ERRORS = 100;

    /** Number of fields from which a response is large, regardless of its bytes: each field uses memory, too. */
    private static final int LARGE_FIELDS = 25_000;

    /** A response is large from this fraction of the limit on. */
    private static final int LARGE_PART = 8;

    /** Fields after which the thread yields: a virtual thread keeps its processor until it waits or yields. */
    private static final int TURN = 256;

    /** Bytes of a row in addition to its texts. */
    private static final int ROW = 100;

    /** The quotes and the colon around a name. */
    private static final int NAME = 3;

    /** The brackets of an object or a list, and a comma. */
    private static final int BRACKETS = 3;

    /** A null and a comma. */
    private static final int NULL = 5;

    /** The parts of an error besides its message: locations, path and extensions. */
    private static final int ERROR = 150;

    /** Everything outside of data and errors. */
    private static final int ENVELOPE = 150;

    private static final int UNICODE_ESCAPE = 6;

    /** Characters that have an escape of two characters. */
    private static final String SHORT_ESCAPES = "\"\\\b\t\n\f\r";

    private final long maxBytes;
    private final MemoryPermit permit;
    private final CompletableFuture<@Nullable Void> stopped = new CompletableFuture<>();
    private long charged = ENVELOPE;
    private long held;
    private int fields;
    private int errors;
    private int faults;
    private boolean large;
    private volatile boolean exceeded;

    /** Makes large responses wait for memory. */
    @FunctionalInterface
    public interface MemoryPermit {
        void acquire();
    }

    /** @param maxBytes maximum bytes of a response */
    public ResponseBudget(long maxBytes, MemoryPermit permit) {
        this.maxBytes = maxBytes;
        this.permit = permit;
    }

    /** The budget of the request being executed. */
    public static ResponseBudget of(GraphQLContext context) {
        ResponseBudget budget = context.get(ResponseBudget.class);
        return budget == null ? unlimited() : budget;
    }

    /** A budget without a limit. */
    public static ResponseBudget unlimited() {
        return new ResponseBudget(Long.MAX_VALUE, () -> {});
    }

    /** Stops the response: the rest would not be sent. */
    public void stop() {
        stopped.complete(null);
    }

    /** Completes when the response is stopped. */
    public CompletableFuture<@Nullable Void> stopped() {
        return stopped;
    }

    public boolean exceeded() {
        return exceeded;
    }

    /** Charges a field with this name. */
    // Virtual threads are not preempted: without the yield, other requests would wait until this one blocks.
    @SuppressWarnings("ThreadPriorityCheck")
    public void field(String name) {
        fields++;
        if (fields % TURN == 0) {
            Thread.yield();
        }
        if (fields > LARGE_FIELDS) {
            grow();
        }
        charge(name.length() + (long) NAME);
    }

    /** Charges what surrounds a value: the brackets of an object or a list, and a comma. */
    public void structure(boolean leaf) {
        charge(leaf ? 1 : BRACKETS);
    }

    /** Charges a null. */
    public void absent() {
        charge(NULL);
    }

    /** Charges the JSON value of a leaf. */
    public void value(Object json) {
        charge(size(json));
    }

    /** Returns whether one more error fits. Charges it as a text of this length. */
    public boolean error(int length) {
        errors++;
        if (errors > MAX_ERRORS) {
            return false;
        }
        charge(length + (long) ERROR);
        return true;
    }

    /** Returns whether one more error about a null in a non-null field fits. Charges nothing. */
    public boolean fault() {
        faults++;
        return faults <= MAX_ERRORS && errors <= MAX_ERRORS;
    }

    /** Waits for memory, before much is read for the response. */
    public void grow() {
        if (!large) {
            large = true;
            permit.acquire();
        }
    }

    /** Charges values that are kept until the response is complete. Throws LIMIT_EXCEEDED if they exceed the budget. */
    public void hold(Collection<?> values) {
        held += bytes(values);
        check(held);
        if (held > maxBytes / LARGE_PART) {
            grow();
        }
    }

    /** The bytes of a loaded value. */
    static long bytes(Object value) {
        return switch (value) {
            case Collection<?> list ->
                ROW + list.stream().mapToLong(ResponseBudget::bytes).sum();
            case Measured row -> ROW + row.heldBytes();
            default -> ROW;
        };
    }

    /** Throws LIMIT_EXCEEDED if the response becomes too large. */
    private void charge(long bytes) {
        charged += bytes;
        check(charged);
        if (charged > maxBytes / LARGE_PART) {
            grow();
        }
    }

    private void check(long bytes) {
        if (bytes > maxBytes) {
            exceeded = true;
            stop();
            throw refusal();
        }
    }

    /** The error of a response that exceeds the budget. */
    public RequestException refusal() {
        return new RequestException(
                RequestErrorCode.LIMIT_EXCEEDED,
                "The response, or the data read for it, has more than " + maxBytes
                        + " bytes, the maximum (`laurel.limits.response-size`); request less data.");
    }

    /** The length of a text in UTF-8. */
    public static long utf8(String text) {
        long bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // Each half of a surrogate pair counts as two of its four bytes.
            bytes += c < 0x80 ? 0 : c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
        }
        return bytes;
    }

    /** Characters that JSON escapes need more bytes in a response than in memory. */
    private static long escapes(String text) {
        long more = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            more += SHORT_ESCAPES.indexOf(c) >= 0 ? 1 : c < ' ' ? UNICODE_ESCAPE - 1 : 0;
        }
        return more;
    }

    private static long size(Object json) {
        return switch (json) {
            case String text -> utf8(text) + escapes(text) + 2;
            case Map<?, ?> object -> size(object.values()) + size(object.keySet()) + object.size();
            case Collection<?> list ->
                list.stream()
                                .mapToLong(item -> item == null ? NULL : size(item))
                                .sum()
                        + list.size()
                        + 2;
            default -> json.toString().length();
        };
    }
}
