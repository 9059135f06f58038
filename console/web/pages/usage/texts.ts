/** Texts of the page. */

export const texts = {
  title: 'Usage',
  periods: { day: '24 hours', week: '7 days', month: '30 days' },
  period: 'Period',
  cpu: 'CPU',
  network: 'Network',
  networkIn: 'In',
  networkOut: 'Out',
  disk: 'Disk',
  read: 'Read',
  written: 'Written',
  empty: 'Figures appear after 5 minutes.',
  sentence: (name: string, mean: string, max: string, unit: string) =>
    `${name}: on average ${mean} ${unit}, at most ${max} ${unit}.`,
  traffic: 'Traffic of this cycle',
  used: (used: string, limit: string) => `${used} of ${limit} GB used.`,
  usedUnmetered: (used: string) => `${used} GB used. Traffic is unmetered.`,
  forecast: (gb: string) => `At this rate ${gb} GB by the end of the cycle.`,
  forecastOver: (gb: string) => `At this rate ${gb} GB by the end of the cycle, which is more than the limit.`,
  table: (name: string) => `${name} by time`,
  time: 'Time',
} as const;
