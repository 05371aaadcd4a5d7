package laurel.request;

/** A value of an interface or union of the schema with a Java class that is not named like its type. */
public interface SchemaTyped {
    /** Name of the schema's object type. */
    String typeName();
}
