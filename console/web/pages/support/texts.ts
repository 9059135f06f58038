/** Texts of tickets: their list, a new one, and the thread of one. */

export const texts = {
  title: 'Support',
  empty: 'No tickets.',
  groups: { answered: 'Answered', waiting: 'Waiting for the support', resolved: 'Resolved' },
  nothing: 'No ticket is open.',
  aboutServer: 'about',
  answerBy: (time: string) => `answer by ${time}`,
  late: (time: string) => `answer was due ${time}`,
  noPromise: 'no promised time',
  more: 'Show older tickets',
} as const;
