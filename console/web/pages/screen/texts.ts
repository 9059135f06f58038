/** Texts of the page of a server, and of its screen. */

export const texts = {
  title: 'Screen',
  screenOf: (name: string) => `Screen of ${name}`,
  openWindow: 'Open in a window',
  openAgain: 'Open again',
  screenEnded: 'The screen has ended. It can be opened again.',
  start: 'Start',
  serialLog: 'Serial log',
  serialEmpty: 'The guest has written nothing to its serial port yet.',
  readAgain: 'Read again',
} as const;
