import { part, type Target } from '../part.ts';
import { REFERENCES, speedOf } from '../speed.ts';
import { ms, row, thousands } from '../words.ts';
import { BUYERS, type DeployFigures, measureDeploys, SERVERS_EACH, SOLD_BEFORE } from './deploys.ts';

/** Minimum of active servers per second. */
const MIN_RATE = 80;

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
  return `${BUYERS} customers order ${BUYERS * SERVERS_EACH} servers, each customer one after the other, on the simulated engine, whose guests boot at once. 10 000 servers exist already. "Done" is the time
from the order to the event that says active. ${BUYERS * SOLD_BEFORE} were sold before, and then the tables were analysed. Simulated guests are in memory. The bare order writes 18 rows by \`pg\`, as wide as those of an order and its delivery, in one durable transaction
over ${BUYERS} connections.

| | a second | p50 | p99 | of bare orders |
|---|---|---|---|---|
${[
  row('orders accepted', orders.perSecond.toFixed(1), ms(orders.p50), ms(orders.p99), ratio(orders.perSecond)),
  row('servers done', done.perSecond.toFixed(1), ms(done.p50), ms(done.p99), ratio(done.perSecond)),
  row('one customer, who waits for each server: orders accepted', '', ms(alone.orders.p50), ms(alone.orders.p99), ''),
  row('one customer, who waits for each server: servers done', '', ms(alone.done.p50), ms(alone.done.p99), ''),
  row('bare orders', thousands(yardsticks.many.perSecond), ms(yardsticks.many.p50), ms(yardsticks.many.p99), ''),
  row('bare orders, one connection', thousands(yardsticks.one.perSecond), ms(yardsticks.one.p50), ms(yardsticks.one.p99), ''),
].join('\n')}

One deploy takes ${each.apiCpuMs.toFixed(1)} ms of CPU of the API and ${each.workerCpuMs.toFixed(1)} ms of the worker, ${each.apiStatements.toFixed(0)} and ${each.workerStatements.toFixed(0)} statements,
${each.transactions.toFixed(1)} transactions, ${thousands(each.walBytes / 1000)} kB of the log of changes.`;
}

function targetsOf({ orders, done, alone, yardsticks }: DeployFigures): Target[] {
  const speed = speedOf(REFERENCES.deploys, yardsticks.many.perSecond);
  const under = (target: string, measured: number, max: number): Target => ({
    target,
    measured: ms(measured),
    aim: `under ${max} ms`,
    met: measured < max,
    here: { aim: `under ${(max / speed).toFixed(0)} ms`, met: measured < max / speed },
  });
  const rate = done.perSecond;
  const atSpeed = { aim: `${(MIN_RATE * speed).toFixed(0)}/s`, met: rate >= MIN_RATE * speed };
  return [
    { target: 'Deploys, active', measured: `${rate.toFixed(1)}/s`, aim: `${MIN_RATE}/s`, met: rate >= MIN_RATE, here: atSpeed },
    under(`Orders of ${BUYERS} customers, p99`, orders.p99, 400),
    under(`Deploys of ${BUYERS} customers, done, p99`, done.p99, 800),
    under('One customer, accepted, p50', alone.orders.p50, 10),
  ];
}
