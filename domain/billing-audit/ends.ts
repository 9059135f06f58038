/** Recomputes the refunds of services that ended early. */
import type { Service } from '@innkeeper/db/schema';
import { formatDecimal } from '@innkeeper/model/money/money';
import { isExactEnd } from '@innkeeper/model/pricing/explanation';
import { sql } from 'kysely';
import type { Cx } from '../context.ts';
import { MAX_FINDINGS } from './rule.ts';

const BATCH = 5_000;

type Ended = Pick<Service, 'id' | 'renew_price' | 'expiry_at' | 'ended_at' | 'discounts' | 'end_steps'>;

/** Returns findings for ends whose steps do not follow from their inputs, or whose inputs differ from the service. */
export async function auditEnds({ db }: Pick<Cx, 'db'>): Promise<string[]> {
  const findings: string[] = [];
  for (let after = 0; findings.length < MAX_FINDINGS; ) {
    const { rows } = await sql<Ended>`
      select id, renew_price, expiry_at, ended_at, discounts, end_steps from services
      where id > ${after} and end_steps is not null order by id limit ${BATCH}`.execute(db);
    for (const service of rows) {
      const wrong = explainWrongEnd(service);
      if (wrong !== undefined) findings.push(`The end of service ${service.id} ${wrong}.`);
    }
    if (rows.length < BATCH) break;
    after = rows.at(-1)?.id ?? after;
  }
  return findings;
}

/** Returns the end of the finding's sentence, or `undefined` if the end is correct. */
function explainWrongEnd({ renew_price, expiry_at, ended_at, discounts, end_steps }: Ended): string | undefined {
  if (!end_steps) return undefined;
  const [rest, refund] = end_steps;
  if (!isExactEnd(end_steps)) return 'has a step that tells another result than its inputs make';
  if (BigInt(rest.price) !== renew_price)
    return `counts a price of ${formatDecimal(BigInt(rest.price))}, and it cost ${formatDecimal(renew_price)}`;
  if (rest.to !== expiry_at?.toISOString() || rest.from !== ended_at?.toISOString())
    return `counts from ${rest.from} to ${rest.to}, and it ended at ${ended_at?.toISOString()} and was paid until ${expiry_at?.toISOString()}`;
  if (JSON.stringify(refund.discounts) !== JSON.stringify(discounts)) return 'names other discounts than it had';
  return undefined;
}
