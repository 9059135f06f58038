/** Forms in which banks write an entry. Add a case as one line. */
import { expect, test } from 'vitest';
import { readStatements } from './camt.ts';

/** Returns an entry of 10.00, or a batch of the given transactions. */
const entry = (inside: string, amount = '10.00') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-27</Dt></BookgDt>${inside}</Ntry>`;
const details = (...transactions: string[]) => `<NtryDtls>${transactions.join('')}</NtryDtls>`;
const tx = (inside = '') => `<TxDtls>${inside}</TxDtls>`;
const part = (amount: string, inside = '') => tx(`<Amt Ccy="EUR">${amount}</Amt>${inside}`);
const remittance = (inside: string) => `<RmtInf>${inside}</RmtInf>`;
const COMMON = '<AddtlNtryInf>common</AddtlNtryInf>';

const read = (entries: string) =>
  readStatements(`<Document><BkToCstmrStmt><Stmt><Id>S</Id>${entries}</Stmt></BkToCstmrStmt></Document>`);

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
  expect(read(xml).map(({ text }) => text)).toEqual(texts);
});
