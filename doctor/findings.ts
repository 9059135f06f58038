/**
 * Reports orphaned and missing resources of a node.
 *
 * The doctor never deletes anything, because the database itself may be wrong. After a restore from a backup, the disks of newer servers
 * are their only trace.
 */
import type { HostFinding } from '@innkeeper/engine/host/finding';
import { checkAccountExports } from './account-exports.ts';
import { checkAddresses } from './addresses.ts';
import { checkAttachments } from './attachments.ts';
import { checkCopies } from './copies.ts';
import { checkFirewalls } from './firewalls.ts';
import { checkImages } from './images.ts';
import { checkIncompleteFiles } from './incomplete.ts';
import { checkIsos } from './isos.ts';
import { checkMachines } from './machines.ts';
import { checkPtrNames } from './names.ts';
import { checkNewerThanBackup } from './newer-than-backup.ts';
import { checkPayments } from './payments.ts';
import { checkReceivedMail } from './received-mail.ts';
import { checkReservations } from './reservations.ts';
import type { Check, Finding, Target } from './target.ts';

const CHECKS: Record<string, Check> = {
  servers: checkMachines,
  addresses: checkAddresses,
  firewalls: checkFirewalls,
  reservations: checkReservations,
  copies: checkCopies,
  ISOs: checkIsos,
  images: checkImages,
  'ticket files': checkAttachments,
  'received mail': checkReceivedMail,
  'account exports': checkAccountExports,
  names: checkPtrNames,
  payments: checkPayments,
  incomplete: checkIncompleteFiles,
  'newer than the backup': checkNewerThanBackup,
};

/** Runs all checks and returns their findings. A check that throws becomes a warning. */
export async function findOrphans(target: Target): Promise<HostFinding[]> {
  const all = await runAllChecks(target);
  return all.flatMap(({ theme, found, why }) =>
    found
      ? found.map(toHostFinding)
      : [{ name: theme, ok: 'warn', why, remedy: 'run doctor again; if the check still fails, report it' } as const],
  );
}

/** Runs all checks and returns one sentence per orphaned or missing resource, and one per failed check. */
export async function describeOrphans(target: Target): Promise<string[]> {
  const all = await runAllChecks(target);
  return all.flatMap(({ theme, found, why }) =>
    found
      ? found.flatMap(({ name, items, predicate }) => items.map((one) => `${name} ${predicate}: ${one}`))
      : [`${theme}: ${why}`],
  );
}

type CheckResult = { theme: string } & ({ found: Finding[]; why?: undefined } | { found?: undefined; why: string });

async function runAllChecks(target: Target): Promise<CheckResult[]> {
  const all: CheckResult[] = [];
  for (const [theme, check] of Object.entries(CHECKS)) {
    try {
      all.push({ theme, found: await confirmFindings(target, check) });
    } catch (error) {
      all.push({ theme, why: `check failed: ${error instanceof Error ? error.message : String(error)}` });
    }
  }
  return all;
}

/**
 * Runs a check, and runs it again if it found anything. Returns only the items that both runs found. The worker keeps running, so an item
 * that only one run found was being created or deleted.
 */
async function confirmFindings(target: Target, check: Check): Promise<Finding[]> {
  const first = await check(target);
  if (first.every(({ items }) => items.length === 0)) return first;
  const before = new Map(first.map(({ name, items }) => [name, new Set(items)]));
  return (await check(target)).map((found) => ({
    ...found,
    items: found.items.filter((one) => before.get(found.name)?.has(one)),
  }));
}

const SHOWN = 10;

function toHostFinding({ name, items, predicate, remedy }: Finding): HostFinding {
  if (items.length === 0) return { name, ok: true, why: 'no problem found', remedy: null };
  const more = items.length > SHOWN ? ` and ${items.length - SHOWN} more` : '';
  return { name, ok: 'warn', why: `${predicate}: ${items.slice(0, SHOWN).join(', ')}${more}`, remedy };
}
