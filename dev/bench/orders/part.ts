import { part, type Target } from '../part.ts';
import { ms, row, thousands } from '../words.ts';
import { BUYERS, type DeployFigures, measureDeploys, SERVERS_EACH } from './deploys.ts';

/**
 * The aim of 80 deploys a second was set on a machine where the code of that day made 52. On the machine of the first report the same
 * code made 38 beside so many bare orders a second; so the aim, as a share of the bare orders of any machine, is 80/52 times that.
 */
const REFERENCE = { deploys: 38, bare: 1, asked: 80, there: 52 };

export const deploys = part<DeployFigures>({
  title: 'Deploys',
  always: true,
  measure: measureDeploys,
  section: sectionOf,
  targets: targetsOf,
  statements: ({ statements }) => statements,
});

function sectionOf({ orders, done, alone, each, yardsticks }: DeployFigures): string {
  const ratio = (figure: number) => `x ${(figure / yardsticks.many.perSecond).toFixed(3)}`;
  return `${BUYERS} customers order ${BUYERS * SERVERS_EACH} servers, one after the other each, on the simulated engine, whose guests boot at once; 10 000 servers lie there already. "Done" is
from the order to the event that says active. The bare order writes 18 rows as wide as those of an order and its delivery by \`pg\`, in one durable transaction,
over ${BUYERS} connections.

| | a second | p50 | p99 | of bare orders |
|---|---|---|---|---|
${[
  row('orders accepted', orders.perSecond.toFixed(1), ms(orders.p50), ms(orders.p99), ratio(orders.perSecond)),
  row('servers done', done.perSecond.toFixed(1), ms(done.p50), ms(done.p99), ratio(done.perSecond)),
  row('one customer: orders accepted', alone.orders.perSecond.toFixed(1), ms(alone.orders.p50), ms(alone.orders.p99), ''),
  row('one customer: servers done', alone.done.perSecond.toFixed(1), ms(alone.done.p50), ms(alone.done.p99), ''),
  row('bare orders', thousands(yardsticks.many.perSecond), ms(yardsticks.many.p50), ms(yardsticks.many.p99), ''),
  row('bare orders, one connection', thousands(yardsticks.one.perSecond), ms(yardsticks.one.p50), ms(yardsticks.one.p99), ''),
].join('\n')}

One deploy takes ${each.apiCpuMs.toFixed(1)} ms of CPU of the API and ${each.workerCpuMs.toFixed(1)} ms of the worker, ${each.apiStatements.toFixed(0)} and ${each.workerStatements.toFixed(0)} statements,
${each.transactions.toFixed(1)} transactions, ${thousands(each.walBytes / 1000)} kB of the log of changes.`;
}

function targetsOf({ orders, done, alone, yardsticks }: DeployFigures): Target[] {
  const share = done.perSecond / yardsticks.many.perSecond;
  const least = (REFERENCE.asked / REFERENCE.there) * (REFERENCE.deploys / REFERENCE.bare);
  return [
    { target: 'Deploys, active', aim: '80/s', measured: `${done.perSecond.toFixed(1)}/s`, met: done.perSecond >= 80 },
    {
      target: 'Deploys, active, as a share of bare orders',
      aim: `x ${least.toFixed(3)}`,
      measured: `x ${share.toFixed(3)}`,
      met: share >= least,
    },
    { target: 'Orders of 20 customers', aim: 'p99 under 400 ms', measured: ms(orders.p99), met: orders.p99 < 400 },
    { target: 'Deploys of 20 customers, done', aim: 'p99 under 800 ms', measured: ms(done.p99), met: done.p99 < 800 },
    { target: 'One customer, accepted', aim: 'p50 under 10 ms', measured: ms(alone.orders.p50), met: alone.orders.p50 < 10 },
  ];
}
