/** Finds customers, and the seller, whose names or addresses invoices show with boxes. New ones are refused when they are entered. */
import type { Database } from '@innkeeper/db/schema';
import type { HostFinding } from '@innkeeper/engine/host/finding';
import { type HostFonts, missingGlyphs } from '@innkeeper/model/invoices/glyphs';
import { type Kysely, sql } from 'kysely';

/** Ids of accounts that the finding names. */
const MAX_NAMED = 5;

/** Returns a finding if there are such names. A font for Chinese, Japanese and Korean may be all that they need. */
export async function checkInvoiceNames(db: Kysely<Database>, fonts: HostFonts): Promise<HostFinding[]> {
  // Every font shows ASCII, so PostgreSQL leaves out most rows.
  const { rows } = await sql<{ id: number | null; text: string }>`
    select id, text from (
      select id, concat_ws(' ', name, address, city, postal_code, company_name, company_address, company_number) as text from accounts
      union all select null, concat_ws(' ', name, address, city, postal_code, bank_name) from seller
    ) printed where text ~ '[^\x01-\x7f]' order by id nulls first`.execute(db);
  const shownWith = (some: HostFonts) => rows.filter(({ text }) => missingGlyphs(text, some).length > 0);
  const incomplete = shownWith(fonts);
  if (incomplete.length === 0) return [];
  const accounts = incomplete.flatMap(({ id }) => id ?? []);
  const named = accounts.slice(0, MAX_NAMED).join(', ') + (accounts.length > MAX_NAMED ? ', ...' : '');
  const who = [
    ...(accounts.length < incomplete.length ? ['the seller'] : []),
    ...(accounts.length > 0 ? [`${accounts.length} account${accounts.length === 1 ? '' : 's'} (${named})`] : []),
  ];
  const needsCjk = !fonts.hasCjk && shownWith({ hasCjk: true }).length < incomplete.length;
  const remedy = './innkeeper account set ACCOUNT with other letters';
  return [
    {
      ...{ name: 'invoices', ok: 'warn', why: `show boxes in names or addresses of ${who.join(' and ')}` },
      remedy: needsCjk ? `apt-get install fonts-noto-cjk on each node, then restart; or ${remedy}` : remedy,
    },
  ];
}
