/** Texts about messages that several pages use. */

export const texts = {
  sendingFiles: 'Files that are sent',
  sending: (percent: number) => `${percent} % sent`,
  judging: 'Sent. The files are checked.',
} as const;
