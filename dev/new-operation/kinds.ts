/** An operation of each kind, which the tests plant, and the number of files that a person makes or changes for it. */

export interface Planted {
  kind: string;
  /** Arguments of `npm run new:operation`. */
  args: string[];
  filesByHand: number;
}

export const PLANTED: readonly Planted[] = [
  { kind: 'read', args: ['getFrost', 'SSH Keys', 'GET', '/ssh-keys/{id}/frost'], filesByHand: 3 },
  { kind: 'change', args: ['labelServer', 'Servers', 'POST', '/servers/{id}/label'], filesByHand: 4 },
  {
    kind: 'change with a workflow',
    args: ['freezeServer', 'Servers', 'POST', '/servers/{id}/freeze', '--workflow', 'server.freeze'],
    filesByHand: 7,
  },
  {
    kind: 'verb of the staff',
    args: [
      ...['freezeAccount', 'Accounts', 'POST', '/operator/accounts/{account}/freeze'],
      ...['--staff', 'account freeze', '--roles', 'support,billing'],
    ],
    filesByHand: 5,
  },
];

/** Returns whether a command writes the file: `npm run gen`, or a test with `-u` that records outputs. */
export function isGenerated(file: string): boolean {
  return /\.gen\.\w+$/.test(file) || RECORDED.some((one) => one.test(file));
}

/** Files that tests record. */
const RECORDED = [
  /^lab\/cross-cutting\/(?:entries|rights)\.txt$/,
  /^cli\/golden\/[\w-]+\.txt$/,
  /^console\/web\/without-page\.txt$/,
];
