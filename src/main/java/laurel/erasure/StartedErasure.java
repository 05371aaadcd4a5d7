package laurel.erasure;

import laurel.job.Job;
import laurel.request.erasure.ErasureSubject;

/**
 * An erasure that has taken the name of a participant.
 *
 * @param job erases what is left
 */
public record StartedErasure(ErasureSubject subject, Job job) {}
