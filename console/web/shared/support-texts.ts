/** Texts about support that several pages use. */

export const texts = {
  tabs: 'Support',
  tickets: 'Tickets',
  plan: 'Support plan',
  newTicket: 'New ticket',
  ticket: (id: number) => `Ticket ${id}`,
} as const;

/** Returns a promised time in words: `60 minutes`, `4 hours of working time`. */
export function describePromise(minutes: number, isAroundTheClock: boolean): string {
  const time =
    minutes % 60 !== 0 || minutes < 120 ? (minutes === 1 ? '1 minute' : `${minutes} minutes`) : `${minutes / 60} hours`;
  return isAroundTheClock ? `${time}, at any hour` : `${time} of working time`;
}
