package laurel.service;

import io.micronaut.core.annotation.Introspected;

/** The service, as clients see it. */
@Introspected
public record Service(String version, ServiceLimits limits) {}
