/**
 * Documents that the operator lists in files, so that clients can send an ID instead of a text, and so that chosen roles may
 * run nothing else. Start with {@code PersistedDocuments}.
 *
 * <p>The ID of a document is the SHA-256 of its text, in hexadecimal: what the compilers of Relay and Apollo compute. Nothing
 * that a client sends is ever stored. The files are read once, when the service starts.
 */
@NullMarked
package laurel.api.document;

import org.jspecify.annotations.NullMarked;
