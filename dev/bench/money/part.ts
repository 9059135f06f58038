import { CONNECTIONS } from '../load.ts';
import { part, type Target } from '../part.ts';
import { ms, row, thousands } from '../words.ts';
import { type BesideBare, type MoneyFigures, measureMoney } from './measure.ts';

export const money = part<MoneyFigures>({
  title: 'Money',
  always: true,
  measure: measureMoney,
  section: sectionOf,
  targets: targetsOf,
  statements: ({ statements }) => statements,
});

/** Of a deploy. */
const MOST_SHARE = 0.1;

function sectionOf({ orders, deposits, deploy }: MoneyFigures): string {
  const { withInvoices, decide, explain } = deploy;
  const share = (cpuMs: number) => `${((cpuMs / withInvoices) * 100).toFixed(1)} %`;
  return `An order is one of a custom line: VAT is decided, the line is priced and explained, the balance pays; a deposit is an entry with its two postings. Both by
the rules alone, without a request, each in a transaction of its own, over 80 accounts. Bare: as many rows of the same bytes, written by \`pg\` in one
durable transaction without an index but the key, a check or a trigger; rows that are changed (balance, head of events) count as written.

| | connections | a second | p50 | p99 | of bare rows |
|---|---|---|---|---|---|
${[...rowsOf('orders', orders), ...rowsOf('entries of the ledger', deposits)].join('\n')}

What money costs of a deploy, in CPU of API, worker and database together, which a busy machine spoils least. A deploy takes ${ms(withInvoices)}. Invoices: the
difference to the same without them, in turns; the decision on VAT with its evidence, and price and explanation (which a quote is) by themselves.

| | CPU | of a deploy |
|---|---|---|
${[
  row('VAT decided, with evidence', `${decide.toFixed(2)} ms`, share(decide)),
  row('a line priced and explained', `${explain.toFixed(3)} ms`, share(explain)),
  row('invoice queued and issued', `${invoiceOf(deploy).toFixed(2)} ms`, share(invoiceOf(deploy))),
].join('\n')}`;
}

function rowsOf(name: string, { many, one, bare, rows, bytes }: BesideBare): string[] {
  const line = (words: string, connections: number, of: typeof many, beside?: typeof many) =>
    row(
      ...[words, String(connections), thousands(of.perSecond), ms(of.p50), ms(of.p99)],
      beside ? `x ${(of.perSecond / beside.perSecond).toFixed(2)}` : '',
    );
  return [
    line(name, CONNECTIONS, many, bare.many),
    line(name, 1, one, bare.one),
    line(`${rows} bare rows of ${thousands(bytes)} bytes`, CONNECTIONS, bare.many),
    line('the same', 1, bare.one),
  ];
}

const invoiceOf = ({ withInvoices, withoutInvoices }: MoneyFigures['deploy']): number =>
  Math.max(0, withInvoices - withoutInvoices);

function targetsOf({ deploy }: MoneyFigures): Target[] {
  const share = (deploy.decide + deploy.explain + invoiceOf(deploy)) / deploy.withInvoices;
  return [
    {
      target: 'VAT evidence, quotes and invoices, of the CPU of a deploy',
      aim: `under ${MOST_SHARE * 100} %`,
      measured: `${(share * 100).toFixed(1)} %`,
      met: share < MOST_SHARE,
    },
  ];
}
