package laurel.request;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The JSON of an answer in pieces, each written when it is asked for: the whole is never in memory a second time. */
public final class JsonPieces implements Iterator<byte[]> {
    private static final int PIECE = 32_768;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(2 * PIECE);
    private final JsonGenerator json = JsonBytes.generator(bytes);
    /** The objects and lists that are begun, the innermost first. */
    private final Deque<Begun> begun = new ArrayDeque<>();

    private boolean over;

    public JsonPieces(Object value) {
        try {
            write(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Begun(Iterator<?> items, boolean object) {}

    @Override
    public boolean hasNext() {
        return !over;
    }

    @Override
    public byte[] next() {
        if (over) {
            throw new NoSuchElementException();
        }
        try {
            while (!begun.isEmpty() && bytes.size() < PIECE) {
                step(begun.element());
            }
            over = begun.isEmpty();
            json.flush();
            if (over) {
                json.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        byte[] piece = bytes.toByteArray();
        bytes.reset();
        return piece;
    }

    private void step(Begun innermost) throws IOException {
        if (!innermost.items.hasNext()) {
            begun.remove();
            if (innermost.object) {
                json.writeEndObject();
            } else {
                json.writeEndArray();
            }
        } else if (innermost.object) {
            var entry = (Map.Entry<?, ?>) innermost.items.next();
            json.writeFieldName(String.valueOf(entry.getKey()));
            write(entry.getValue());
        } else {
            write(innermost.items.next());
        }
    }

    private void write(@Nullable Object value) throws IOException {
        switch (value) {
            case Map<?, ?> map -> {
                json.writeStartObject();
                begun.push(new Begun(map.entrySet().iterator(), true));
            }
            case Iterable<?> list -> {
                json.writeStartArray();
                begun.push(new Begun(list.iterator(), false));
            }
            case null -> json.writeNull();
            default -> JsonBytes.write(json, value);
        }
    }
}
