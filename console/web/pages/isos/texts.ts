/** Texts about ISO files. */

export const texts = {
  title: 'ISOs',
  own: 'Your files',
  host: 'Files of the host',
  empty: "No own files. The host's files are listed below.",
  emptyAll: 'No own files, and the host has none either.',
  add: 'Add ISO',
  columns: { name: 'Name', state: 'State', size: 'Size', servers: 'In a drive of', acts: 'Acts' },
  acts: (name: string) => `Acts of ${name}`,
  states: { downloading: 'Downloading', ready: 'Ready', failed: 'Failed' },
  retry: 'Try again',
  copyUrl: 'Copy the URL',
  delete: 'Delete',
  inDrive: (names: string) => `It is in a drive of ${names}. Eject it there first.`,
  moreServers: (count: number) => `and ${count} more`,
  noDrive: 'no server',

  addWhat: 'The host downloads the file from its URL. Then it can be put into a drive of a server, on its page Media and rescue.',
  url: 'URL',
  urlHint: 'http or https, at an address that everybody can reach.',
  name: 'Name',
  nameHint: '1 to 100 characters. Default: the file name of the URL.',
  sha256: 'SHA-256 (optional)',
  sha256Hint: '64 hexadecimal digits. The download fails if the file has another checksum.',

  deleteTitle: 'Delete the ISO',
  deleteLoss: (size: string) => `The file of ${size} is lost. It can be downloaded again if its URL still has it.`,
  deleteDownload: 'The download is stopped, and the part that has arrived is lost.',
  deleteFailed: 'The failed download is removed from the list. No file is lost.',
} as const;
