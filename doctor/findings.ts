/**
 * What belongs to nobody, and what is missing. Read only. Nothing is removed automatically, since the database may be the part
 * that is wrong: after it was restored from a backup, the disks of servers that came later are the only trace of them.
 */
import type { HostFinding } from '@innkeeper/engine/host/doctor';
import { lookAtAccountExports } from './account-exports.ts';
import { lookAtAddresses } from './addresses.ts';
import { lookAtAttachments } from './attachments.ts';
import { lookAtCopies } from './copies.ts';
import { lookAtFirewalls } from './firewalls.ts';
import { lookAtIncomplete } from './incomplete.ts';
import { lookAtIsos } from './isos.ts';
import { lookAtMachines } from './machines.ts';
import { lookAtNames } from './names.ts';
import { lookAtPayments } from './payments.ts';
import { lookAtReceivedMail } from './received-mail.ts';
import { lookAtReservations } from './reservations.ts';
import type { Look, Suspicion, Target } from './target.ts';

const LOOKS: Record<string, Look> = {
  servers: lookAtMachines,
  addresses: lookAtAddresses,
  firewalls: lookAtFirewalls,
  reservations: lookAtReservations,
  copies: lookAtCopies,
  ISOs: lookAtIsos,
  'ticket files': lookAtAttachments,
  'received mail': lookAtReceivedMail,
  'account exports': lookAtAccountExports,
  names: lookAtNames,
  payments: lookAtPayments,
  incomplete: lookAtIncomplete,
};

export async function findOrphans(target: Target): Promise<HostFinding[]> {
  const findings: HostFinding[] = [];
  for (const [theme, look] of Object.entries(LOOKS)) {
    try {
      findings.push(...(await lookTwice(target, look)).map(finding));
    } catch (error) {
      const why = `check failed: ${error instanceof Error ? error.message : String(error)}`;
      findings.push({ name: theme, ok: 'warn', why, remedy: 'run doctor again; if the check still fails, report it' });
    }
  }
  return findings;
}

/** The worker goes on while we look: what only one of two looks finds was about to begin or to end. */
async function lookTwice(target: Target, look: Look): Promise<Suspicion[]> {
  const first = await look(target);
  if (first.every(({ which }) => which.length === 0)) return first;
  const before = new Map(first.map(({ name, which }) => [name, new Set(which)]));
  return (await look(target)).map((found) => ({
    ...found,
    which: found.which.filter((one) => before.get(found.name)?.has(one)),
  }));
}

const SHOWN = 10;

function finding({ name, which, what, remedy }: Suspicion): HostFinding {
  if (which.length === 0) return { name, ok: true, why: 'no problem found', remedy: null };
  const more = which.length > SHOWN ? ` and ${which.length - SHOWN} more` : '';
  return { name, ok: 'warn', why: `${what}: ${which.slice(0, SHOWN).join(', ')}${more}`, remedy };
}
