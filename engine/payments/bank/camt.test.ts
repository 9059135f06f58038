import { expect, test } from 'vitest';
import { readStatements as readFile, UnreadableStatement } from './camt.ts';

const readStatements = (xml: string) => readFile(Buffer.from(xml)).lines;

const entry = (
  inside: string,
  { amount = '10.00', currency = 'EUR', sign = 'CRDT', status = '<Sts><Cd>BOOK</Cd></Sts>' } = {},
) => `
  <Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${status}
    <BookgDt><Dt>2026-03-02</Dt></BookgDt>${inside}</Ntry>`;
const details = (text: string, amount = '') => `<TxDtls>${amount}
  <RltdPties><Dbtr><Pty><Nm>Ada Lovelace</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>AT611904300234573201</IBAN></Id></DbtrAcct></RltdPties>
  <RmtInf>${text}</RmtInf></TxDtls>`;
const file = (entries: string, prefix = '') =>
  `<?xml version="1.0"?><${prefix}Document xmlns${prefix && ':c'}="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <${prefix}BkToCstmrStmt><${prefix}Stmt><${prefix}Id>2026-42</${prefix}Id>${entries}</${prefix}Stmt></${prefix}BkToCstmrStmt></${prefix}Document>`;

test('reads a credit with payer, date and remittance texts', () => {
  const written = '<Ustrd>RF18 K7Q</Ustrd><Ustrd>2 order</Ustrd>';
  expect(readStatements(file(entry(`<NtryDtls>${details(written)}</NtryDtls>`)))).toEqual([
    {
      ...{ statement: '2026-42', line: '1', bookedOn: '2026-03-02', amount: 1000n, currency: 'EUR' },
      ...{ payer: 'Ada Lovelace', payerIban: 'AT611904300234573201', text: 'RF18 K7Q2 order', hint: null },
      ...{ account: '', formerText: 'RF18 K7Q2 order', reference: null, formerEnd: null, batch: null },
    },
  ]);
});

test('reads a structured reference, and a file with XML prefixes', () => {
  const structured = details('<Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd>');
  expect(readStatements(file(entry(`<NtryDtls>${structured}</NtryDtls>`)))[0]?.text).toBe('RF18539007547034');
  expect(readStatements(file('', 'c:'))).toEqual([]);
});

test('omits debits, reversals and pending entries, without changing other line numbers', () => {
  const lines = [
    entry('', { sign: 'DBIT' }),
    entry('<RvslInd>true</RvslInd>'),
    entry('', { status: '<Sts>PDNG</Sts>' }),
    entry('', { status: '<Sts>BOOK</Sts>' }),
  ];
  expect(readStatements(file(lines.join(''))).map(({ line }) => line)).toEqual(['4']);
});

test('a batch has a line per transaction, and the lines must add up', () => {
  const part = (amount: string) => details('<Ustrd>a</Ustrd>', `<Amt Ccy="EUR">${amount}</Amt>`);
  const batch = (...parts: string[]) => file(entry(`<NtryDtls>${parts.join('')}</NtryDtls>`, { amount: '30.00' }));
  expect(readStatements(batch(part('10.01'), part('19.99'))).map(({ line, amount }) => [line, amount])).toEqual([
    ['1 1', 1001n],
    ['1 2', 1999n],
  ]);
  expect(readStatements(batch(part('10.01'), part('20.00')))).toMatchObject([
    { line: '1', amount: 3000n, hint: expect.stringContaining('do not add up') },
  ]);
});

test.each([
  ['10', 1000n],
  ['0.1', 10n],
  ['12345678901.23', 1234567890123n],
  ['1.10000', 110n],
])('the amount %s is parsed exactly', (amount, cents) => {
  expect(readStatements(file(entry('', { amount })))[0]?.amount).toBe(cents);
});

test.each([
  ['no identification', file(entry('')).replace('<Id>2026-42</Id>', '')],
  ['another document', '<Document><FIToFICstmrCdtTrf/></Document>'],
  ['a document type', `<!DOCTYPE a [<!ENTITY b "c">]>${file('')}`],
  ['half a file', file(entry('')).slice(0, 200)],
  ['no XML', 'date;amount\n'],
])('refuses the whole file for %s', (_name, xml) => {
  expect(() => readStatements(xml)).toThrow(UnreadableStatement);
});
