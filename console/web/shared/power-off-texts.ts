export const texts = {
  title: 'Power off',
  what: 'The power is cut at once. The guest cannot shut down in order. Use Stop if it still answers.',
  loss: 'Data that the guest has not written to its disk is lost.',
  keep: 'Keep it running',
  powerOff: 'Power off',
} as const;
