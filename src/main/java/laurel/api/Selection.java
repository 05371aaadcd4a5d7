package laurel.api;

/**
 * What a subscription selects of each emission, and for whom.
 *
 * @param request without what only says where to resume, so that those who come back are told the same bytes as those who
 *     stayed
 */
record Selection(GraphQLRequest request, Caller caller) {}
