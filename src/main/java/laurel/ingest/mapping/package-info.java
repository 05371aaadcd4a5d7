/**
 * Mappings of streams: text in JSON that says which activity events and scores the entries of a stream mean.
 * Everything wrong in it is reported with its place.
 */
@NullMarked
package laurel.ingest.mapping;

import org.jspecify.annotations.NullMarked;
