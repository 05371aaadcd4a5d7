package laurel.request.erasure;

import io.micronaut.core.annotation.Introspected;

/** What named a participant that is erased. Never stored. */
@Introspected
public record ErasedName(String entityType, String externalId) {
    /** As the audit writes it. */
    public String text() {
        return entityType + "/" + externalId;
    }

    @Override
    public String toString() {
        return "ErasedName";
    }
}
