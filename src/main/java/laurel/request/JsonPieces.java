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

/** Writes a response as JSON in pieces, each when it is requested, so that the JSON is never in memory as a whole. */
public final class JsonPieces implements Iterator<byte[]> {
    private static final int PIECE = 32_768;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(2 * PIECE);
    private final JsonGenerator json = JsonBytes.generator(bytes);
    /** Open objects and lists, the innermost first. */
    private final Deque<OpenValue> open = new ArrayDeque<>();

    private boolean finished;

    public JsonPieces(Object value) {
        try {
            write(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record OpenValue(Iterator<?> items, boolean object) {}

    @Override
    public boolean hasNext() {
        return !finished;
    }

    @Override
    public byte[] next() {
        if (finished) {
            throw new NoSuchElementException();
        }
        try {
            while (!open.isEmpty() && bytes.size() < PIECE) {
                step(open.element());
            }
            finished = open.isEmpty();
            json.flush();
            if (finished) {
                json.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        byte[] piece = bytes.toByteArray();
        bytes.reset();
        return piece;
    }

    private void step(OpenValue innermost) throws IOException {
        if (!innermost.items.hasNext()) {
            open.remove();
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
                open.push(new OpenValue(map.entrySet().iterator(), true));
            }
            case Iterable<?> list -> {
                json.writeStartArray();
                open.push(new OpenValue(list.iterator(), false));
            }
            case null -> json.writeNull();
            default -> JsonBytes.write(json, value);
        }
    }
}
