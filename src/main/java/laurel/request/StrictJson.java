package laurel.request;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.BufferRecycler;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.core.util.RecyclerPool;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import laurel.database.sql.Json;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON of clients. Numbers are exact: {@code BigInteger} without a point or exponent, else {@code
 * BigDecimal}; never a double. Rejects a name twice in one object, nesting deeper than {@link #MAX_DEPTH}, numbers of
 * more than {@value #MAX_DIGITS} characters or with an exponent beyond +-{@value #MAX_DIGITS} (a short {@code
 * 1e999999999} takes a gigabyte to write out), bytes that are not UTF-8, and anything after the value.
 * Stored values are read by {@link #stored} instead, without bounds.
 */
public final class StrictJson {
    /** Maximum nesting: a value of {@link Text#MAX_JSON_DEPTH} levels fits at every place of a request that can have one. */
    public static final int MAX_DEPTH = Text.MAX_JSON_DEPTH + 16;

    public static final int MAX_DIGITS = Text.MAX_JSON_NUMBER;

    /** Shared by all threads: each request has its own thread, which would otherwise create buffers and discard them. */
    static final RecyclerPool<BufferRecycler> BUFFERS = JsonRecyclerPools.sharedConcurrentDequePool();

    private static final JsonFactory STRICT = factory(StreamReadConstraints.builder()
            .maxNestingDepth(MAX_DEPTH)
            .maxNumberLength(MAX_DIGITS)
            .maxNameLength(Text.MAX_JSON_NAME)
            .build());

    /** Reads stored values, which were checked when they were written. */
    private static final JsonFactory LENIENT = factory(StreamReadConstraints.builder()
            .maxNestingDepth(Integer.MAX_VALUE)
            .maxNumberLength(Integer.MAX_VALUE)
            .maxNameLength(Integer.MAX_VALUE)
            .build());

    private final JsonParser parser;
    private final int maxExponent;

    private StrictJson(JsonParser parser, int maxExponent) {
        this.parser = parser;
        this.maxExponent = maxExponent;
    }

    // Names are not interned or shared between requests: clients choose them.
    private static JsonFactory factory(StreamReadConstraints constraints) {
        return JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .streamReadConstraints(constraints)
                .recyclerPool(BUFFERS)
                .build();
    }

    /** Reads one value. Throws a {@link RequestException} that names {@code what} if the bytes are not JSON. */
    public static @Nullable Object read(byte[] json, String what) {
        var decoder = StandardCharsets.UTF_8.newDecoder();
        try (var reader = new InputStreamReader(new ByteArrayInputStream(json), decoder);
                JsonParser parser = STRICT.createParser(reader)) {
            return new StrictJson(parser, MAX_DIGITS).whole();
        } catch (JsonProcessingException e) {
            throw refused(what, e);
        } catch (CharacterCodingException e) {
            throw new RequestException(RequestErrorCode.BAD_REQUEST, what + " is not UTF-8", e);
        } catch (IOException e) {
            throw new RequestException(RequestErrorCode.BAD_REQUEST, what + " cannot be read", e);
        }
    }

    /** Reads a stored value, also one that was stored before the present limits. */
    public static @Nullable Object stored(Json json) {
        try (JsonParser parser = LENIENT.createParser(json.text())) {
            return new StrictJson(parser, Integer.MAX_VALUE).whole();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private @Nullable Object whole() throws IOException {
        parser.nextToken();
        Object value = value();
        if (parser.nextToken() != null) {
            throw new JsonShapeException("more than one value");
        }
        return value;
    }

    private @Nullable Object value() throws IOException {
        JsonToken token = parser.currentToken();
        if (token == null) {
            throw new JsonShapeException("no value");
        }
        return switch (token) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getBigIntegerValue();
            case VALUE_NUMBER_FLOAT -> decimal();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new JsonShapeException("unexpected " + token);
        };
    }

    private Map<String, @Nullable Object> object() throws IOException {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            object.put(name, value());
        }
        return object;
    }

    private List<@Nullable Object> array() throws IOException {
        List<@Nullable Object> array = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value());
        }
        return array;
    }

    private BigDecimal decimal() throws IOException {
        try {
            BigDecimal value = parser.getDecimalValue();
            if (Math.abs((long) value.scale()) <= maxExponent) {
                return value;
            }
        } catch (NumberFormatException e) {
            // An exponent of more than 32 bits, which BigDecimal cannot even hold.
        }
        throw new JsonShapeException("a number with too large an exponent");
    }

    /** The message has the position, but not the message of the parser, which names Java classes. */
    private static RequestException refused(String what, JsonProcessingException e) {
        String reason = e instanceof JsonShapeException ? ", " + e.getOriginalMessage() : "";
        String where = e.getLocation() == null
                ? ""
                : " at line " + e.getLocation().getLineNr() + ", column "
                        + e.getLocation().getColumnNr();
        return new RequestException(RequestErrorCode.BAD_REQUEST, what + " is not valid JSON" + reason + where, e);
    }

    /** JSON that the grammar allows and this reader rejects. */
    private static final class JsonShapeException extends JsonProcessingException {
        JsonShapeException(String message) {
            super(message);
        }
    }
}
