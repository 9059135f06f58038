/** Texts about servers bulk of this page. */

export const texts = {
  selected: (count: number) => `${count} selected`,
  clearSelection: 'Clear the selection',
  results: (done: number, all: number, unsent: number) =>
    unsent === 0 ? `${done} of ${all} done` : `${done} of ${all} done. ${unsent === 1 ? '1 was' : `${unsent} were`} not sent.`,
  stopSending: 'Stop sending',
  count: (count: number) => (count === 1 ? '' : `${count} servers: `),
  restartWhat: 'Each guest restarts, and its services are down until it has booted.',
  stopWhat: 'Each guest is asked to shut down. Its services are down until the server is started again.',
  moreFailed: (count: number) => `${count} more failed.`,
  tooMany: (max: number) => `At most ${max} servers are renewed at once.`,
  notForAny: 'None of the chosen servers allows this now.',
} as const;
