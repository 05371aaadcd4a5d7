package laurel.stream;

import java.util.List;

/** Entries of a stream that were read together. */
record Delivery(MappedStream stream, int app, List<StreamEntry> entries) {
    Delivery of(List<StreamEntry> some) {
        return new Delivery(stream, app, some);
    }
}
