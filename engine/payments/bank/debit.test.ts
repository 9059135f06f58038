import { expect, test } from 'vitest';
import { readStatements } from './camt.ts';

const IBAN = 'AT611904300234573201';
const part = (inside = '', iban = IBAN) =>
  `<TxDtls>${inside}<RltdPties><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties><RmtInf><Ustrd>back</Ustrd></RmtInf></TxDtls>`;
const entry = (details: string, { amount = '20.00', sign = 'DBIT', more = '', status = 'BOOK' } = {}) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${more}<Sts>${status}</Sts>
    <BookgDt><Dt>2026-03-05</Dt></BookgDt><NtryDtls>${details}</NtryDtls></Ntry>`;
const read = (xml: string) =>
  readStatements(Buffer.from(`<Document><BkToCstmrStmt><Stmt><Id>1</Id>${xml}</Stmt></BkToCstmrStmt></Document>`));
const debit = { bookedOn: '2026-03-05', amount: 20_00n, currency: 'EUR', payeeIban: IBAN, text: 'back' };
const amountXml = (amount: string) => `<Amt Ccy="EUR">${amount}</Amt>`;

test.each([
  ['a transfer', entry(part()), [debit]],
  ['an IBAN with spaces', entry(part('', 'at61 1904 3002 3457 3201')), [debit]],
  ['a transfer with charges of the bank', entry(part(amountXml('20.00')), { amount: '20.35' }), [debit]],
  [
    'a batch',
    entry(part(amountXml('20.00')) + part(amountXml('5.00')), { amount: '25.00' }),
    [debit, { ...debit, amount: 5_00n }],
  ],
  ['a batch without amounts', entry(part() + part()), []],
  ['a debit without an account', entry('<TxDtls/>'), []],
  ['a pending debit', entry(part(), { status: 'PDNG' }), []],
  ['a reversed credit', entry(part(), { more: '<RvslInd>true</RvslInd>' }), []],
  ['a credit', entry(part(), { sign: 'CRDT' }), []],
])('reads the debits of %s', (_form, xml, debits) => {
  expect(read(xml).debits).toEqual(debits);
});

test('a debit that cannot be read is not reported, because no money arrives by it', () => {
  expect(read(entry(part(), { amount: 'much' }))).toMatchObject({ debits: [], unreadable: [] });
});
