/**
 * Errors as clients see them: a message, a code, and a place in the query and in the response. {@code Failures} translates
 * any exception; {@code GraphQLJavaErrors} adds codes to the errors of graphql-java and rewrites their messages for
 * clients that send JSON. {@code VariableErrors} finds the invalid place in the variables. Internals stay in the log, under
 * an ID that the client receives.
 */
@NullMarked
package laurel.api.error;

import org.jspecify.annotations.NullMarked;
