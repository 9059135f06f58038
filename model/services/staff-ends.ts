/** Texts about services that staff ends. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Returns the sentence for the owner of a service that staff ends: the time, and where to ask. */
export function staffEndSentence(at: Date): string {
  const time = at.toISOString().slice(11, 16);
  return `Our staff ends this service on ${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()} ${time} UTC. Contact support.`;
}

/** Reason of an unpaid order that an end by staff has cancelled. */
export const ENDED_BY_STAFF = 'Our staff ends the service of this order.';
