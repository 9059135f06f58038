/**
 * Reports if VIES cannot be asked in the seller's name. Its replies then have no consultation number, which is the proof of a query. Returns
 * no finding for a seller without a number, and if VIES is not asked.
 */
import type { Database } from '@innkeeper/db/schema';
import type { HostFinding } from '@innkeeper/engine/host/finding';
import type { RequesterState } from '@innkeeper/engine/vat-numbers/vies/requester';
import { EU_COUNTRIES, hasViesPrefix } from '@innkeeper/model/vat/countries';
import type { Kysely } from 'kysely';

const NAME = 'VAT checks';
const REMEDY = 'correct seller.vat_number in the catalogue, and apply it';

/** Checks the number of the seller. Calls `askVies` only for a number whose prefix VIES knows, or `null` if VIES is not used. */
export async function checkVatRequester(
  db: Kysely<Database>,
  askVies: ((vatNumber: string) => Promise<RequesterState>) | null,
): Promise<HostFinding[]> {
  const { country, vat_number: number } = await db
    .selectFrom('seller')
    .select(['country', 'vat_number'])
    .executeTakeFirstOrThrow();
  if (number === null || askVies === null) return [];
  const consequence = 'so checks of customers have no consultation number';
  if (!hasViesPrefix(number)) {
    const why = `VIES does not know the prefix of the seller's number ${number}, ${consequence}`;
    return [EU_COUNTRIES.has(country) ? warn(why, REMEDY) : { name: NAME, ok: true, why, remedy: null }];
  }
  const state = await askVies(number);
  if (state === 'accepted') return [{ name: NAME, ok: true, why: `VIES accepts the seller's number ${number}`, remedy: null }];
  if (state === 'refused') return [warn(`VIES refuses the seller's number ${number}, ${consequence}`, REMEDY)];
  return [warn(`VIES gave no answer about the seller's number ${number}`, 'run doctor again later')];
}

const warn = (why: string, remedy: string): HostFinding => ({ name: NAME, ok: 'warn', why, remedy });
