/** Formats keys of backups as lines of a key file, which Debian's `age` reads too. */
import type { NewKeys } from '@innkeeper/apps/backup/setup';

/** Returns new keys with the sentences that say where to keep them. */
export function formatNewKeys({ pair, macKey }: NewKeys): string {
  return [
    ...(pair === null
      ? ['The authentication key of your backups. Add this line to the file of your secret key, away from this host.']
      : [
          'The keys of your backups. Keep these lines in a file away from this host. The secret key is shown once and stored nowhere.',
          'Without it no backup can be restored.',
        ]),
    '',
    ...(pair === null ? [] : [`  # public key: ${pair.recipient}`]),
    ...(macKey === null ? [] : [`  ${formatMacKeyLine(macKey)}`]),
    ...(pair === null ? [] : [`  ${pair.identity}`]),
    '',
  ].join('\n');
}

/** Returns the line of a key file. It is a comment, because `age` refuses lines that are no keys of its own. */
export function formatMacKeyLine(macKey: string): string {
  return `# authentication key: ${macKey}`;
}
