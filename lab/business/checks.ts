/** What has to hold of the books whenever somebody looks. */
import { verifyLedger } from '@innkeeper/db/ledger/verify';
import { findOrphans } from '@innkeeper/doctor/findings';
import { auditBooks } from '@innkeeper/domain/billing-audit/audit';
import { sql } from 'kysely';
import { verifyAffiliates } from '../given-affiliates.ts';
import { findViolations } from '../torture/invariants.ts';
import type { Business } from './business.ts';
import { findOverdue, patientSince } from './overdue.ts';
import type { Place } from './place.ts';

export const NODE = 'node-1';

/** Sentences; none: all is clean. `calm`: nobody was away for so long that something may still wait for it. */
export async function checkBooks(
  { place, gateways }: Pick<Business, 'place' | 'gateways'>,
  { calm }: { calm: boolean },
): Promise<string[]> {
  const { lab, engine } = place;
  const { db } = lab;
  return [
    ...(await auditBooks({ db })).findings,
    ...(await verifyLedger(db)),
    ...(await verifyAffiliates(db)),
    ...(await checkTax(place)),
    ...(await failedWork(place)),
    ...(calm ? await findOverdue(place) : []),
    ...(calm ? await gateways.differences(patientSince(place)) : []),
    ...(await atRest(place, () => findViolations({ db, engine }))),
  ];
}

/** The machines and files of the node too. */
export function checkNode(place: Place): Promise<string[]> {
  const { lab, engine, home } = place;
  return atRest(place, async () => {
    const found = await findOrphans({ db: lab.db, engine, node: NODE, machines: home });
    return found.filter(({ ok }) => ok !== true).map(({ name, why }) => `doctor: ${name}: ${why}`);
  });
}

/** Of every quarter so far: it fails where the VAT of orders is not that of the ledger. */
async function checkTax({ lab, operator }: Place): Promise<string[]> {
  const { rows } = await sql<{ quarter: string }>`
    select distinct to_char(created_at at time zone 'UTC', 'YYYY"Q"Q') as quarter from ledger_entries order by 1`.execute(lab.db);
  const findings: string[] = [];
  for (const { quarter } of rows)
    await operator
      .run('reportTax', { quarter })
      .catch((error: Error) => findings.push(`tax report ${quarter}: ${error.message}`));
  return findings;
}

/** What a job can't do for some row, again and again. A gateway that says no is no fault of a job. */
async function failedWork({ lab }: Place): Promise<string[]> {
  const { rows } = await sql<{ finding: string }>`
    select format('%s fails for %s, %s times: %s', work, item_id, attempts, error) as finding
    from due_failures where attempts > 2 order by work, item_id`.execute(lab.db);
  return rows.map(({ finding }) => finding);
}

/** What holds only while no workflow is under way: those that wait for a host are looked at another time. */
async function atRest({ lab }: Place, look: () => Promise<string[]>): Promise<string[]> {
  const { rows } = await sql`select 1 from workflows where finished_at is null limit 1`.execute(lab.db);
  return rows.length > 0 ? [] : look();
}
