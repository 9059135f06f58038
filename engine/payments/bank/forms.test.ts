/** Forms in which banks write an entry. Add a case as one line. */
import { formatDecimal } from '@innkeeper/model/money/money';
import { expect, test } from 'vitest';
import { readStatements, UnreadableStatement } from './camt.ts';

/** Returns an entry of 10.00, or a batch of the given transactions. */
const entry = (inside: string, amount = '10.00') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-27</Dt></BookgDt>${inside}</Ntry>`;
const details = (...transactions: string[]) => `<NtryDtls>${transactions.join('')}</NtryDtls>`;
const tx = (inside = '') => `<TxDtls>${inside}</TxDtls>`;
const part = (amount: string, inside = '') => tx(`<Amt Ccy="EUR">${amount}</Amt>${inside}`);
const remittance = (inside: string) => `<RmtInf>${inside}</RmtInf>`;
const COMMON = '<AddtlNtryInf>common</AddtlNtryInf>';

const statement = (entries: string) => `<Document><BkToCstmrStmt><Stmt><Id>S</Id>${entries}</Stmt></BkToCstmrStmt></Document>`;
const read = (entries: string) => readStatements(Buffer.from(statement(entries)));

test.each<[form: string, entry: string, texts: string[]]>([
  ['the text of an entry without a transaction', entry(COMMON), ['common']],
  ['the text of an entry with one transaction', entry(details(tx(remittance('<Ustrd>own</Ustrd>'))) + COMMON), ['own common']],
  ['a common text of two transactions', entry(details(part('4.00'), part('6.00')) + COMMON), ['', '']],
  ['two transactions in two groups', entry(details(part('4.00')) + details(part('6.00')) + COMMON), ['', '']],
  ['a batch without its transactions', entry(`<NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch></NtryDtls>${COMMON}`), ['']],
  ['a batch of one transaction', entry(`<NtryDtls><Btch><NbOfTxs>1</NbOfTxs></Btch></NtryDtls>${COMMON}`), ['common']],
  ['AddtlTxInf', entry(details(tx('<AddtlTxInf>RF1</AddtlTxInf>'))), ['RF1']],
  ['AddtlTxInf of a part', entry(details(part('4.00', '<AddtlTxInf>a</AddtlTxInf>'), part('6.00')) + COMMON), ['a', '']],
  ['AddtlRmtInf', entry(details(tx(remittance('<Strd><AddtlRmtInf>RF1</AddtlRmtInf></Strd>')))), ['RF1']],
  [
    'several AddtlRmtInf',
    entry(details(tx(remittance('<Strd><AddtlRmtInf>a</AddtlRmtInf><AddtlRmtInf>b</AddtlRmtInf></Strd>')))),
    ['a b'],
  ],
  [
    'the number of a document',
    entry(details(tx(remittance('<Strd><RfrdDocInf><Nb>9000000007</Nb></RfrdDocInf></Strd>')))),
    ['9000000007'],
  ],
  [
    'numbers of several documents',
    entry(
      details(
        tx(
          remittance(
            '<Strd><RfrdDocInf><Nb>7</Nb></RfrdDocInf><RfrdDocInf><Nb>8</Nb></RfrdDocInf></Strd><Strd><RfrdDocInf><Nb>9</Nb></RfrdDocInf></Strd>',
          ),
        ),
      ),
    ),
    ['7 8 9'],
  ],
  [
    'all texts together, the reference first',
    entry(
      details(
        tx(
          `<Refs><EndToEndId>E</EndToEndId></Refs>${remittance('<Ustrd>u</Ustrd><Strd><RfrdDocInf><Nb>7</Nb></RfrdDocInf><CdtrRefInf><Ref>R</Ref></CdtrRefInf><AddtlRmtInf>a</AddtlRmtInf></Strd>')}<AddtlTxInf>t</AddtlTxInf>`,
        ),
      ) + COMMON,
    ),
    ['R u E 7 a t common'],
  ],
])('reads the text of %s', (_form, xml, texts) => {
  expect(read(xml).lines.map(({ text }) => text)).toEqual(texts);
});

const charges = (amount: string, more = '') => `<Chrgs><Rcrd><Amt Ccy="EUR">${amount}</Amt>${more}</Rcrd></Chrgs>`;
const oldCharges = (amount: string) => `<Chrgs><Amt Ccy="EUR">${amount}</Amt></Chrgs>`;
const total = (amount: string) => `<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">${amount}</TtlChrgsAndTaxAmt></Chrgs>`;
const debit = (amount: string) => part(amount, '<CdtDbtInd>DBIT</CdtDbtInd>');
const without = (element: string, xml: string) => xml.replace(new RegExp(`<${element}>.*?</${element}>`), '');
const valueDate = (date: string) => `<ValDt><Dt>${date}</Dt></ValDt>`;
const WAITS = '10.00 waits';
const FOREIGN = tx('<Amt Ccy="USD">10.00</Amt>');

// A line of the result: its amount, and whether it waits for the operator. An unreadable entry: the end of its sentence.
test.each<[form: string, entry: string, result: string[]]>([
  ['an amount padded with zeros', entry('', '000000000000050.00'), ['50.00']],
  ['an amount of 60 zeros and a cent', entry('', `${'0'.repeat(58)}.01`), ['0.01']],
  ['an amount without digits before the point', entry('', '.50'), ['0.50']],
  ['an amount of 14 digits', entry('', '12345678901234.00'), ['has no amount in whole cents']],
  ['an amount of a million zeros', entry('', `${'0'.repeat(1_000_000)}x`), ['has no amount in whole cents']],
  ['an amount below a cent', entry('', '1.001'), ['has no amount in whole cents']],
  ['an amount with a comma', entry('', '1,00'), ['has no amount in whole cents']],
  ['a negative amount', entry('', '-1.00'), ['has no amount in whole cents']],
  ['two amounts', entry('<Amt Ccy="EUR">1</Amt>'), ['has no amount in whole cents']],
  ['no currency', entry('').replace('EUR', ''), ['has no amount in whole cents']],
  ['no money', entry('', '0.00'), []],
  ['no booking date', without('BookgDt', entry(valueDate('2026-11-26'))), ['10.00']],
  ['neither date', without('BookgDt', entry('')), ['has no booking date']],
  ['a day that does not exist', without('BookgDt', entry(valueDate('2026-02-30'))), ['has no booking date']],
  ['no direction', without('CdtDbtInd', entry('')), ['is neither a credit nor a debit']],
  ['no status', without('Sts', entry('')), ['has no status']],
  ['no status of a debit', without('Sts', entry('').replace('CRDT', 'DBIT')), []],
  ['an empty entry', '<Ntry/>', ['has no status']],
  [
    'an unreadable entry between others',
    entry('') + without('CdtDbtInd', entry('')) + entry('', '2'),
    ['10.00', '2.00', 'is neither a credit nor a debit'],
  ],
  ['a reversal, as true', entry('<RvslInd>true</RvslInd>'), []],
  ['a reversal, as 1', entry('<RvslInd>1</RvslInd>'), []],
  ['no reversal, as 0', entry('<RvslInd>0</RvslInd>'), ['10.00']],
  ['a debit part', entry(details(part('12.00'), debit('2.00'))), ['12.00']],
  ['two credits and a debit', entry(details(part('6.00'), debit('2.00'), part('6.00'))), ['6.00', '6.00']],
  ['a debit part that explains nothing', entry(details(part('6.00'), part('6.00'), debit('1.00'))), [WAITS]],
  ['charges of the entry', entry(details(part('6.00'), part('6.00')) + charges('2.00')), ['6.00', '6.00']],
  ['charges in two records', entry(details(part('6.00'), part('6.00')) + charges('1.00') + charges('1.00')), ['6.00', '6.00']],
  ['charges, written before version 4', entry(details(part('6.00'), part('6.00')) + oldCharges('2.00')), ['6.00', '6.00']],
  ['charges as a total', entry(details(part('6.00'), part('6.00')) + total('2.00')), ['6.00', '6.00']],
  ['charges of the parts', entry(details(part('6.00', charges('1.00')), part('6.00', charges('1.00')))), ['6.00', '6.00']],
  [
    'the same charges for entry and part',
    entry(details(part('6.00', charges('2.00')), part('6.00')) + charges('2.00')),
    ['6.00', '6.00'],
  ],
  ['charges for entry and part', entry(details(part('6.00', charges('1.00')), part('6.00')) + charges('1.00')), ['6.00', '6.00']],
  ['charges and a debit part', entry(details(part('6.00'), part('7.00'), debit('1.00')) + charges('2.00')), ['6.00', '7.00']],
  ['charges that do not explain the rest', entry(details(part('6.00'), part('6.00')) + charges('1.00')), [WAITS]],
  [
    'charges that the bank refunded',
    entry(details(part('6.00'), part('6.00')) + charges('2.00', '<CdtDbtInd>CRDT</CdtDbtInd>')),
    [WAITS],
  ],
  ['parts below the amount', entry(details(part('4.00'), part('4.00')) + charges('2.00')), [WAITS]],
  ['parts without amounts', entry(details(tx(), tx())), [WAITS]],
  ['parts in another currency', entry(details(FOREIGN, part('0.00'))), [WAITS]],
  ['one part in another currency', entry(details(FOREIGN)), ['10.00']],
  ['one part that is a debit', entry(details(debit('10.00'))), [WAITS]],
  ['a part of nothing', entry(details(part('10.00'), part('0.00'))), ['10.00']],
])('reads %s', (_form, xml, result) => {
  const { lines, unreadable } = read(xml);
  expect([
    ...lines.map(({ amount, hint }) => `${formatDecimal(amount)}${hint === null ? '' : ' waits'}`),
    ...unreadable.map(({ reason }) => /^Entry \d+ of statement S (.*)\.$/.exec(reason)?.[1]),
  ]).toEqual(result);
});

const ofEntry = (reference: string) => `<AcctSvcrRef>${reference}</AcctSvcrRef>`;
const ofTx = (reference: string) => `<Refs>${ofEntry(reference)}</Refs>`;

test.each<[form: string, entry: string, references: (string | null)[]]>([
  ['of the entry', entry(ofEntry('E') + details(tx())), ['E']],
  ['of an entry without a transaction', entry(ofEntry('E')), ['E']],
  ['of the transaction', entry(ofEntry('E') + details(tx(ofTx('T')))), ['T']],
  ['of the entry with the position in a batch', entry(ofEntry('E') + details(part('4'), part('6'))), ['1 E', '2 E']],
  ['with the position after a debit part', entry(ofEntry('E') + details(debit('2'), part('12'))), ['2 E']],
  ['of one of two transactions', entry(ofEntry('E') + details(part('4', ofTx('T')), part('6'))), ['T', '2 E']],
  ['NONREF', entry(ofEntry('NONREF')), [null]],
  ['NOTPROVIDED', entry(ofEntry('NotProvided')), [null]],
  ['NONE', entry(ofEntry('NONE')), [null]],
  ['zeros', entry(ofEntry('000000')), [null]],
  ['none of the transaction', entry(ofEntry('E') + details(tx(ofTx('NONREF')))), ['E']],
  ['NtryRef, which is only a position', entry('<NtryRef>7</NtryRef>'), [null]],
])('reads the reference: %s', (_form, xml, references) => {
  expect(read(xml).lines.map(({ reference }) => reference)).toEqual(references);
});

const reversed = (inside: string, amount?: string) =>
  entry(inside, amount).replace('CRDT', 'DBIT').replace('<Sts>', '<RvslInd>1</RvslInd><Sts>');

test.each<[form: string, entry: string, amounts: string[]]>([
  ['a reversed credit', reversed(''), ['10.00']],
  ['a reversed batch', reversed(details(part('4'), part('6'))), ['4.00', '6.00']],
  [
    'a reversed batch with a part that the bank paid back',
    reversed(details(part('12'), part('2', '<CdtDbtInd>CRDT</CdtDbtInd>'))),
    ['12.00'],
  ],
  ['a pending reversal', reversed('').replace('BOOK', 'PDNG'), []],
  ['a reversed debit', reversed('').replace('DBIT', 'CRDT'), []],
  ['a debit', entry('').replace('CRDT', 'DBIT'), []],
])('reads %s', (_form, xml, amounts) => {
  const { lines, reversals } = read(xml);
  expect([lines, reversals.map(({ amount }) => formatDecimal(amount))]).toEqual([[], amounts]);
});

const SWAPPED = (text: string) => Buffer.from(text, 'utf16le').swap16();
const UMLAUT = statement(entry(details(tx(remittance('<Ustrd>für</Ustrd>')))));

test.each<[form: string, file: Uint8Array]>([
  ['UTF-8', Buffer.from(UMLAUT)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-8"?>${UMLAUT}`)],
  ['UTF-16, little end first', Buffer.from(`\ufeff${UMLAUT}`, 'utf16le')],
  ['UTF-16, big end first', SWAPPED(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${UMLAUT}`)],
  ['UTF-16 without a mark', Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${UMLAUT}`, 'utf16le')],
  ['UTF-16, big end first, without a mark', SWAPPED(UMLAUT)],
  ['UTF-8 that declares UTF-16', Buffer.from(`<?xml version="1.0" encoding="utf-16"?>${UMLAUT}`)],
  ['ISO 8859-1', Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${UMLAUT}`, 'latin1')],
])('reads %s', (_form, file) => {
  expect(readStatements(file).lines.map(({ text }) => text)).toEqual(['für']);
});

const DOCTYPE = '<!DOCTYPE a [<!ENTITY b "c">]>';

test.each<[form: string, file: Uint8Array]>([
  ['an unknown encoding', Buffer.from(`<?xml version="1.0" encoding="EBCDIC-1"?>${UMLAUT}`)],
  ['a document type in UTF-16', Buffer.from(`\ufeff${DOCTYPE}${UMLAUT}`, 'utf16le')],
  ['elements nested without end', Buffer.from('<a>'.repeat(100_000) + '</a>'.repeat(100_000))],
  ['more than 32 MB', Buffer.alloc(32 * 1024 ** 2 + 1, ' ')],
  ['an empty file', Buffer.alloc(0)],
])('refuses %s', (_form, file) => {
  expect(() => readStatements(file)).toThrow(UnreadableStatement);
});

test('a NUL character does not reach the database', () => {
  expect(read(entry(details(tx(remittance('<Ustrd>a&#0;b\0c</Ustrd>'))))).lines[0]?.text).not.toContain('\0');
});
