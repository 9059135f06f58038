/** Texts about protection that several pages use. */

export const texts = {
  nothingFilters: 'Nothing filters it: the pool of this address has no protection.',
  protectionOffer: 'Get a floating IP with protection',
  passed: 'Passed',
  dropped: 'Dropped',
  trafficTable: 'Traffic by time',
  time: 'Time',
  maxPassed: (rate: string) => `Passed: at most ${rate}.`,
  maxDropped: (rate: string) => `Dropped: at most ${rate}.`,
  ongoing: 'Goes on',
  ended: 'Ended',
  severities: { low: 'low', middle: 'middle', high: 'high' },
} as const;
