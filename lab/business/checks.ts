/** Checks of the books that hold at any time. */
import { verifyLedger } from '@innkeeper/db/ledger/verify';
import { findOrphans } from '@innkeeper/doctor/findings';
import { auditBooks } from '@innkeeper/domain/billing-audit/audit';
import { sql } from 'kysely';
import { verifyAffiliates } from '../given-affiliates.ts';
import { findViolations } from '../torture/invariants.ts';
import type { Business } from './business.ts';
import { findOverdue, overdueBefore } from './overdue.ts';
import { checkPaidValues } from './paid-values.ts';
import type { Simulation } from './simulation.ts';

export const NODE = 'node-1';

/** Returns one sentence for each finding. `calm` means that no service was down so long that work may still wait for it. */
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
    ...(await checkPaidValues(db, place.clock)),
    ...(await checkTax(place)),
    ...(await failedWork(place)),
    ...(calm ? await findOverdue(place) : []),
    ...(calm ? await gateways.differences(overdueBefore(place)) : []),
    ...(await atRest(place, () => findViolations({ db, engine }))),
  ];
}

/** Checks the machines and files of the node. */
export function checkNode(place: Simulation): Promise<string[]> {
  const { lab, engine, home } = place;
  return atRest(place, async () => {
    const found = await findOrphans({ db: lab.db, engine, node: NODE, machinesDirectory: home });
    return found.filter(({ ok }) => ok !== true).map(({ name, why }) => `doctor: ${name}: ${why}`);
  });
}

/** Reports the tax of each quarter so far, which fails if the VAT of orders differs from the ledger. */
async function checkTax({ lab, operator }: Simulation): Promise<string[]> {
  const { rows } = await sql<{ quarter: string }>`
    select distinct to_char(created_at at time zone 'UTC', 'YYYY"Q"Q') as quarter from ledger_entries order by 1`.execute(lab.db);
  const findings: string[] = [];
  for (const { quarter } of rows)
    await operator
      .run('reportTax', { quarter })
      .catch((error: Error) => findings.push(`tax report ${quarter}: ${error.message}`));
  return findings;
}

/** Lists jobs that fail repeatedly for a row. A refusal by a gateway is not a failure of a job. */
async function failedWork({ lab }: Simulation): Promise<string[]> {
  const { rows } = await sql<{ finding: string }>`
    select format('%s fails for %s, %s times: %s', work, item_id, attempts, error) as finding
    from due_failures where attempts > 2 order by work, item_id`.execute(lab.db);
  return rows.map(({ finding }) => finding);
}

/** Runs a check only while no workflow is unfinished. Otherwise a later run does it. */
async function atRest({ lab }: Simulation, look: () => Promise<string[]>): Promise<string[]> {
  const { rows } = await sql`select 1 from workflows where finished_at is null limit 1`.execute(lab.db);
  return rows.length > 0 ? [] : look();
}
