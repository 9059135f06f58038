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

/** Maximum share of a deploy. */
const MAX_SHARE = 0.1;

function sectionOf({ orders, deposits, deploy }: MoneyFigures): string {
  const { withInvoices, decide, explain } = deploy;
  const share = (cpuMs: number) => `${((cpuMs / withInvoices) * 100).toFixed(1)} %`;
  return `An order has a custom line: VAT is decided, the line is priced and explained, and the balance pays. A deposit is an entry with its two postings. Both call
the rules without a request, each in a separate transaction, over 80 accounts. Bare: as many rows of the same bytes, written by \`pg\` in one
durable transaction, with no index except the key, and without checks or triggers. Changed rows (balance, head of events) count as written.

| | connections | a second | p50 | p99 | of bare rows |
|---|---|---|---|---|---|
${[...rowsOf('orders', orders), ...rowsOf('entries of the ledger', deposits)].join('\n')}

The next table has the share of money in a deploy, in CPU of API, worker and database together, which a busy machine distorts least. A deploy takes ${ms(withInvoices)}. Invoices are
the difference to deploys without them, in turns. The VAT decision with its evidence, and price and explanation (a quote), are measured alone.

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
      aim: `under ${MAX_SHARE * 100} %`,
      measured: `${(share * 100).toFixed(1)} %`,
      met: share < MAX_SHARE,
    },
  ];
}
