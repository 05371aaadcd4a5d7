package laurel.request;

/** A value of an interface or a union of the schema whose Java class is not named like its type. */
public interface SchemaTyped {
    /** Name of the schema's object type. */
    String typeName();
}
