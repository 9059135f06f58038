/** Formats the summary of a finished restore for a person. Pure. */
import type { RecoveryResult } from '@innkeeper/domain/recovery/finish';
import { counted } from '../output/counted.ts';

interface Summary extends RecoveryResult {
  backup: string;
  takenAt: Date;
  accepted: readonly string[];
  unclaimed: { directory: string; names: readonly string[] };
  revoked: number | null;
}

/** Maximum number of items per list. The remaining items are in the accepted file, the alerts, the audit log or the directory. */
const MAX_LISTED = 100;

export function formatFinished(done: Summary): string {
  const sections = [
    [
      `The restore of ${done.backup} (${done.takenAt.toISOString()}) is finished. The installation acts again.`,
      `${counted(done.sequences, 'sequence')} of ids and the events of ${counted(done.accounts, 'account')} continue after a gap.`,
    ],
    list('Addresses kept back, which machines use (give one free with ./innkeeper restore release ADDRESS):', [
      ...done.fenced.map(({ address, machineId }) => `${address} (${machineId})`),
    ]),
    list('Invoice numbers left out, whose documents the backup does not contain:', [
      ...done.gaps.map(({ type, first, last }) => `${type} ${first} to ${last}`),
    ]),
    list(
      'Series whose last number is unknown. Nothing is issued until ./innkeeper invoice continue-after SERIES NUMBER:',
      done.unknownSeries,
    ),
    list('Servers without a machine, whose automatic renewal is off now:', [
      ...done.lost.map(({ id, hostname }) => `${id} ${hostname}`),
    ]),
    list('Images that are not sold until their file is back (./innkeeper image repair):', [
      ...done.lostImages.map(({ key, problem }) => `${key} ${problem}`),
    ]),
    list('Workflows held until ./innkeeper workflow retry ID or workflow cancel ID:', [
      ...done.held.map(({ id, kind, resource }) => `${id} ${kind}${resource ? ` of ${resource}` : ''}`),
    ]),
    list(
      'Accounts parked, whose card may already have been charged, until ./innkeeper account unpark ID:',
      done.parked.map(String),
    ),
    list(
      'Services that staff ends, in 24 hours at the earliest; undo it again if it was undone: ./innkeeper service keep ID:',
      done.ending.map(String),
    ),
    list('Mails marked as failed (restored, not sent); send one with ./innkeeper mail retry ID:', done.mails.map(String)),
    done.mailFacts === 0
      ? []
      : [`${counted(done.mailFacts, 'fact')} that no mail had reported yet ${done.mailFacts === 1 ? 'is' : 'are'} not mailed.`],
    list(
      'Refunds by bank transfer that may have left already; look at your bank account before you send one:',
      done.refundsToSend.map(String),
    ),
    list(`Files without a row, moved to ${done.unclaimed.directory}:`, done.unclaimed.names),
    list('Findings that were accepted and stay:', done.accepted),
    [
      `${counted(done.sessions, 'session')} and ${counted(done.staffTokens, 'token')} of the staff have ended. Everybody signs in again.`,
      tokens(done),
    ],
    [
      'Members, tokens and passwords that were removed or changed after the backup are valid again as they were.',
      'These leave no trace outside the database, so that none can be listed: accounts, members, tokens, passwords and keys;',
      'orders, their prices and what was paid from a balance; tickets and answers without a file; settings, names and limits.',
      'Enter money of the lost time by hand: compare the list of each gateway and bank account, then ./innkeeper payment confirm.',
    ],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function tokens({ customersTokens, revoked }: Summary): string {
  if (revoked !== null) return `${counted(revoked, 'token')} of customers ${revoked === 1 ? 'was' : 'were'} revoked.`;
  return `${counted(customersTokens, 'token')} of customers still ${customersTokens === 1 ? 'works' : 'work'}, also those that were revoked after the backup. End all of them with ./innkeeper restore finish --end-tokens.`;
}

function list(head: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const more = items.length > MAX_LISTED ? [`and ${items.length - MAX_LISTED} more`] : [];
  return [head, ...[...items.slice(0, MAX_LISTED), ...more].map((item) => `  ${item}`)];
}
