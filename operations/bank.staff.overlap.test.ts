/** One booking is one receipt, whatever file it comes in: imports of several files, with their rows. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MIGRATIONS } from '@innkeeper/db/migrations/all.gen';
import { expectBooksClean } from '@innkeeper/lab/books';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { postTransfersNow } from '@innkeeper/lab/given-payments';
import { openPaymentLab, type PaymentLab } from '@innkeeper/lab/payment-lab';
import { balance } from '@innkeeper/lab/slices/given-deploy';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SELLER = 'AT611904300234573201';
const OTHER = 'DE89370400440532013000';

let lab: PaymentLab;
let owner: GivenAccount;
beforeEach(async () => {
  lab = await openPaymentLab();
  owner = await givenAccount(lab.chain.db);
});
afterEach(async () => {
  await expectBooksClean(lab.chain.db);
  await lab.close();
});

interface Entry {
  amount?: string;
  text?: string;
  reference?: string;
  day?: string;
  /** Other elements of the entry. */
  more?: string;
  sign?: 'CRDT' | 'DBIT';
}

const payer = (text: string) => `<RltdPties><Dbtr><Nm>Max</Nm></Dbtr></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf>`;
const entry = ({ amount = '5.00', text = '', reference, day = '10', more = '', sign = 'CRDT' }: Entry) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${more}<Sts>BOOK</Sts><BookgDt><Dt>2026-11-${day}</Dt></BookgDt>
  ${reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : ''}<NtryDtls><TxDtls>${payer(text)}</TxDtls></NtryDtls></Ntry>`;
const part = (amount: string, text: string) => `<TxDtls><Amt Ccy="EUR">${amount}</Amt>${payer(text)}</TxDtls>`;
const batch = (amount: string, inside: string, reference = 'SUM-1') =>
  entry({ amount, reference }).replace(/<NtryDtls>.*<\/NtryDtls>/, inside ? `<NtryDtls>${inside}</NtryDtls>` : '');

async function importFile(id: string, entries: string[], { iban = SELLER, account = '' } = {}) {
  const file = join(lab.directory, 'export.xml');
  const statement = `<Stmt><Id>${id}</Id>${iban && `<Acct><Id><IBAN>${iban}</IBAN></Id></Acct>`}${entries.join('')}</Stmt>`;
  await writeFile(file, `<Document><BkToCstmrStmt>${statement}</BkToCstmrStmt></Document>`);
  const reply = await lab.operator.run('importBank', { file, ...(account && { account }) });
  await postTransfersNow(lab.chain.db);
  return reply;
}
const begin = async (amount: number) => (await lab.transfer(owner, amount)).payment;
const stored = () => lab.chain.db.selectFrom('bank_statement_lines').selectAll().orderBy('id').execute();

// The entries of two files, with `$` for the payment's reference, and the money that arrives: 5.00 for each booking.
test.each<[form: string, first: Entry[], second: [id: string, entries: Entry[]], money: number]>([
  ['an overlapping export', [{ text: '$', reference: 'R1' }], ['B', [{ text: 'x' }, { text: '$', reference: 'R1' }]], 5],
  ['an overlapping export without references', [{ text: '$' }], ['B', [{ text: 'x' }, { text: '$' }]], 5],
  ['a reused id with another booking', [{ text: '$' }], ['A', [{ text: '$', day: '20' }]], 10],
  ['a reused id with another amount', [{ text: '$' }], ['A', [{ text: '$', amount: '6.00' }]], 11],
  ['a format that has no reference', [{ text: '$', reference: 'R1' }], ['B', [{ text: '$' }]], 5],
  ['a format that has the reference', [{ text: '$' }], ['B', [{ text: '$', reference: 'R1' }]], 5],
  ['NONREF is no reference', [{ text: '$', reference: 'NONREF' }], ['B', [{ text: 'x $', reference: '0000' }]], 5],
  ['another reference on the same day waits', [{ text: '$', reference: 'R1' }], ['B', [{ text: '$', reference: 'R2' }]], 5],
  ['another reference on another day', [{ text: '$', reference: 'R1' }], ['B', [{ text: '$', reference: 'R2', day: '11' }]], 10],
  ['another day without a reference waits', [{ text: '$' }], ['B', [{ text: '$', day: '12' }]], 5],
  ['two equal bookings in both files', [{ text: '$' }, { text: '$' }], ['B', [{ text: '$' }, { text: '$' }]], 10],
  ['two equal bookings, the second later', [{ text: '$' }], ['B', [{ text: '$' }, { text: '$' }]], 10],
])('%s', async (_form, first, [id, second], money) => {
  const { reference } = await begin(5);
  const written = (entries: Entry[]) => entries.map((one) => entry({ ...one, text: (one.text ?? '').replace('$', reference) }));
  await importFile('A', written(first));
  await importFile(id, written(second));
  expect(await balance(lab.chain, owner)).toBe(money);
  // Both files again tell nothing new.
  expect(await importFile('C', written(second))).toMatchObject({ known: second.length });
  expect(await importFile('D', written(first))).toMatchObject({ known: first.length });
  expect(await balance(lab.chain, owner)).toBe(money);
});

test('a row takes the reference, and pairs by it afterwards', async () => {
  await importFile('A', [entry({ text: 'first' })]);
  await importFile('B', [entry({ text: 'first', reference: 'R1' })]);
  expect(await stored()).toMatchObject([{ account: SELLER, reference: 'R1' }]);
  expect(await importFile('C', [entry({ text: 'other words', reference: 'R1' })])).toMatchObject({ known: 1 });
});

test('a credit of before that staff assigned does not come again', async () => {
  const payment = await begin(5);
  const row = { booked_on: '2026-11-10', amount: 5_00n, currency: 'EUR', payer: 'Max', payment_id: payment.id };
  await lab.chain.db
    .insertInto('bank_statement_lines')
    .values([
      { ...row, statement: `${SELLER} A`, line: '1 R1', text: 'as the old code read it' },
      { ...row, statement: `${SELLER} A`, line: '2', text: 'no number COMMON', amount: 6_00n },
    ])
    .execute();
  // The table of a home from before, or of a restored backup.
  await lab.chain.db.schema.alterTable('bank_statement_lines').dropColumn('account').dropColumn('reference').execute();
  await lab.chain.db.schema.dropIndex('bank_statement_lines_equal').execute();
  await sql`alter table bank_statement_lines add constraint bank_statement_lines_once unique (statement, line)`.execute(
    lab.chain.db,
  );
  await MIGRATIONS['20261128T1000-bank-references']?.up(lab.chain.db);
  await postTransfersNow(lab.chain.db);
  const entries = [
    entry({ text: payment.reference, reference: 'R1' }),
    entry({ text: 'no number', amount: '6.00', more: '<AddtlNtryInf>COMMON</AddtlNtryInf>' }),
  ];
  expect(await importFile('B', entries)).toMatchObject({ lines: 2, known: 2 });
  expect(await stored()).toMatchObject([
    { account: SELLER, reference: 'R1' },
    { account: SELLER, reference: null },
  ]);
  expect(await balance(lab.chain, owner)).toBe(11);
});

test('two imports at once take each booking once', async () => {
  const { reference } = await begin(5);
  const file = [entry({ text: reference }), entry({ text: 'x' })];
  // Inserts wait until both imports are under way: one here, the other for its turn.
  await sql`create function wait_here() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock_shared(7); return new; end $$`.execute(lab.chain.db);
  await sql`create trigger wait_here before insert on bank_statement_lines execute function wait_here()`.execute(lab.chain.db);
  const imports = await lab.chain.db.connection().execute(async (session) => {
    await sql`select pg_advisory_lock(7)`.execute(session);
    const begun = [importFile('A', file), importFile('A', file)];
    const waiting = async () =>
      (
        await sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(session)
      ).rows.length;
    await expect.poll(waiting).toBe(2);
    await sql`select pg_advisory_unlock(7)`.execute(session);
    return begun;
  });
  expect((await Promise.all(imports)).map(({ known }) => known).sort()).toEqual([0, 2]);
  expect(await balance(lab.chain, owner)).toBe(5);
});

test('an import that is killed before its end leaves nothing, and repeats', async () => {
  await sql`create function fail_late() returns trigger language plpgsql as $$ begin
    perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(lab.chain.db);
  await sql`create trigger fail_late before insert on audit_log for each row when (new.action = 'importBank')
    execute function fail_late()`.execute(lab.chain.db);
  const { reference } = await begin(5);
  await expect(importFile('A', [entry({ text: reference })])).rejects.toThrow();
  await sql`drop function fail_late cascade`.execute(lab.chain.db);
  expect(await stored()).toEqual([]);
  expect(await importFile('A', [entry({ text: reference })])).toMatchObject({ known: 0, matched: 1 });
  expect(await balance(lab.chain, owner)).toBe(5);
});

test('a batch known as a waiting sum gets a hint, and nobody has to assign it or the parts of an assigned sum', async () => {
  const { reference } = await begin(5);
  const parts = batch('11.00', part('5.00', reference) + part('6.00', 'x'));
  const [sum] = (await importFile('A', [batch('11.00', '')])).unmatched;
  expect(await importFile('B', [parts])).toMatchObject({ known: 0, matched: 1 });
  expect((await stored())[0]).toMatchObject({ id: sum?.id, hint: expect.stringContaining('parts'), closed_by: 'parts' });
  const waiting = async () => (await lab.operator.run('listBank')).data.map(({ text }) => text);
  expect(await waiting()).toEqual(['x']);
  expect(await balance(lab.chain, owner)).toBe(5);

  const other = await begin(13);
  const [second] = (await importFile('C', [batch('13.00', '', 'SUM-2')])).unmatched;
  await lab.operator.run('assignBank', { line: second?.id, payment: other.id });
  const late = batch('13.00', part('5.00', reference) + part('8.00', 'x'), 'SUM-2');
  const hint = `It is a part of credit ${second?.id}, which is assigned to payment ${other.id}.`;
  expect(await importFile('D', [late])).toMatchObject({ known: 0, matched: 0, unmatched: [{ hint }, { hint }] });
  expect(await waiting()).toEqual(['x']);
  expect(await balance(lab.chain, owner)).toBe(18);
});

test('a reversed credit is reported with its payment, and an equal new credit waits', async () => {
  const { id, reference } = await begin(5);
  const reversal = entry({ text: `return ${reference}`, day: '12', sign: 'DBIT', more: '<RvslInd>1</RvslInd>' });
  expect(await importFile('A', [entry({ text: reference }), reversal])).toMatchObject({
    ...{ lines: 1, matched: 0, reversed: [{ amount: '5.00', booked_on: '2026-11-12', payment_id: id }] },
    unmatched: [{ hint: 'The same file reverses an equal credit.' }],
  });
  const file = join(lab.directory, 'export.xml');
  expect(await lab.operator.print('importBank', { file })).toContain(`./innkeeper payment refund ${id} --amount 5.00`);
  expect(await balance(lab.chain, owner)).toBe(0);
});

test('a file of another account needs its IBAN', async () => {
  const file = [entry({ text: 'x' })];
  await expect(importFile('A', file, { iban: OTHER })).rejects.toThrow(`--account ${OTHER}`);
  await expect(importFile('A', file, { iban: OTHER, account: 'FR7630006000011234567890189' })).rejects.toThrow();
  expect(await stored()).toEqual([]);
  expect(await importFile('A', file, { iban: OTHER, account: OTHER })).toMatchObject({ lines: 1, known: 0 });
  expect(await importFile('A', file)).toMatchObject({ known: 0 });
  expect((await stored()).map(({ account }) => account)).toEqual([OTHER, SELLER]);
});
