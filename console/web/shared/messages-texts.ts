/** Texts about messages that several pages use. */

export const texts = {
  files: 'Files of this message',
  attach: 'Attach files',
  bounds: 'At most 10 files of 10 MB, 30 MB together.',
  sum: (count: number, size: string) => `${count === 1 ? '1 file' : `${count} files`}, ${size} of 30 MB together`,
  removeFile: (name: string) => `Remove ${name}`,
  refused: {
    count: (name: string) => `${name} was not added: a message has at most 10 files.`,
    size: (name: string) => `${name} was not added: it is larger than 10 MB.`,
    sum: (name: string) => `${name} was not added: all files together would be larger than 30 MB.`,
  },
  sameAgain: 'The reply was lost. Press again: the message is sent once at most.',
} as const;
