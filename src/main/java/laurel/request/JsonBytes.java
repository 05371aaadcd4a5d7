package laurel.request;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a response as JSON in UTF-8. Supports the types that scalars may return, and fails on others. */
public final class JsonBytes {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .recyclerPool(StrictJson.BUFFERS)
            .build();

    private JsonBytes() {}

    public static byte[] of(Object value) {
        var bytes = new ByteArrayOutputStream(1024);
        try (JsonGenerator json = generator(bytes)) {
            write(json, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Returns a generator that writes to the stream when its buffer is full, and when it is flushed. */
    static JsonGenerator generator(OutputStream out) {
        try {
            return FACTORY.createGenerator(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        switch (value) {
            case null -> json.writeNull();
            case Map<?, ?> map -> writeMap(json, map);
            case Iterable<?> list -> writeList(json, list);
            case String text -> json.writeString(text);
            case Boolean bool -> json.writeBoolean(bool);
            case Number number -> writeNumber(json, number);
            case Enum<?> constant -> json.writeString(constant.name());
            default ->
                throw new IllegalStateException(
                        "a scalar gave a " + value.getClass().getName() + ", which is not JSON");
        }
    }

    private static void writeMap(JsonGenerator json, Map<?, ?> map) throws IOException {
        json.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            json.writeFieldName(String.valueOf(entry.getKey()));
            write(json, entry.getValue());
        }
        json.writeEndObject();
    }

    private static void writeList(JsonGenerator json, Iterable<?> list) throws IOException {
        json.writeStartArray();
        for (Object item : list) {
            write(json, item);
        }
        json.writeEndArray();
    }

    private static void writeNumber(JsonGenerator json, Number number) throws IOException {
        switch (number) {
            case Integer i -> json.writeNumber(i);
            case Long l -> json.writeNumber(l);
            case BigInteger big -> json.writeNumber(big);
            case BigDecimal decimal -> json.writeNumber(decimal);
            case Float f -> json.writeNumber(f);
            default -> json.writeNumber(number.doubleValue());
        }
    }
}
