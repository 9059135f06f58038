/** Texts of the list of webhooks. */
export const texts = {
  title: 'Webhooks',
  empty: 'No receivers. Events also arrive live by the API’s stream.',
  columns: { receiver: 'Receiver', status: 'Status', events: 'Events', acts: 'Acts' },
  acts: (name: string) => `Acts of ${name}`,
} as const;
