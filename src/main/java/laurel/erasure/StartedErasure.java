package laurel.erasure;

import laurel.job.Job;

/**
 * An erasure that has taken the name of a participant.
 *
 * @param job erases what is left
 */
public record StartedErasure(long participantId, Job job) {}
