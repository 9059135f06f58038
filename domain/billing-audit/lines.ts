/** Every line and every period, computed again from what was recorded of it. Read in batches, so memory does not grow with the books. */
import type { Order, OrderLine, Service } from '@innkeeper/db/schema';
import { decimal, vatOf } from '@innkeeper/model/money';
import { type ExplainedAmount, isExact, recompute } from '@innkeeper/model/pricing/explanation';
import { extended } from '@innkeeper/model/pricing/period';
import { sql } from 'kysely';
import type { Cx } from '../context.ts';
import { MOST_FINDINGS } from './rule.ts';

const BATCH = 5_000;

type Line = Pick<OrderLine, 'id' | 'order_id' | 'list_net' | 'discount' | 'net' | 'vat' | 'gross' | 'promo' | 'explanation'> &
  Pick<Order, 'type'> & { rateBp: number };

const AMOUNTS = ['list_net', 'discount', 'net', 'vat', 'gross'] as const satisfies readonly (keyof ExplainedAmount)[];

/** Sentences for lines that are not what their steps make, or that bear other VAT than their order's; and how many were read. */
export async function auditLines({ db }: Pick<Cx, 'db'>): Promise<{ findings: string[]; read: number }> {
  const findings: string[] = [];
  let read = 0;
  for (let after = 0; ; ) {
    const { rows } = await sql<Line>`
      select l.id, l.order_id, l.list_net, l.discount, l.net, l.vat, l.gross, l.promo, l.explanation,
        o.type, (o.tax ->> 'rateBp')::integer as "rateBp"
      from order_lines l join orders o on o.id = l.order_id where l.id > ${after} order by l.id limit ${BATCH}`.execute(db);
    for (const line of rows) {
      const wrong = wrongWith(line);
      if (wrong !== undefined && findings.length < MOST_FINDINGS)
        findings.push(`Line ${line.id} of order ${line.order_id} ${wrong}.`);
    }
    read += rows.length;
    if (rows.length < BATCH) return { findings, read };
    after = rows.at(-1)?.id ?? after;
  }
}

/** The end of a sentence; undefined: it is right. */
function wrongWith(line: Line): string | undefined {
  const { explanation, net, promo, rateBp, vat } = line;
  if (explanation.length === 0) return 'has no steps';
  const again = recompute(explanation);
  const different = AMOUNTS.find((amount) => again[amount] !== line[amount]);
  if (different) return `has a ${different} of ${decimal(line[different])}, and its steps make ${decimal(again[different])}`;
  if (!isExact(explanation)) return 'has a step that tells another result than its inputs make';
  if (vat !== vatOf(net, rateBp))
    return `bears VAT of ${decimal(vat)}, and its order's rate makes ${decimal(vatOf(net, rateBp))}`;
  const step = explanation.find((one) => one.step === 'promo');
  if (step?.code !== promo?.code || step?.percentage !== promo?.percentage) return 'names another promo code than its steps';
  return undefined;
}

interface Period extends Pick<Service, 'billing_anchor'> {
  service_id: number;
  period_from: Date;
  period_to: Date;
  billing_cycle: number;
}

/**
 * Sentences for paid periods that are longer or shorter than what was bought, counted from the anchor; and how many were read. The
 * first of an addon that was bought later is what its server has left.
 */
export async function auditPeriods({ db }: Pick<Cx, 'db'>): Promise<{ findings: string[]; read: number }> {
  const findings: string[] = [];
  let read = 0;
  let [after, from] = [0, new Date(0)];
  for (;;) {
    const { rows } = await sql<Period>`
      select p.service_id, p.period_from, p.period_to, l.billing_cycle, s.billing_anchor
      from service_periods p join order_lines l on l.id = p.order_line_id join services s on s.id = p.service_id
      join orders o on o.id = l.order_id
      where (p.service_id, p.period_from) > (${after}, ${from}::timestamptz) and p.state = 'paid' and o.type <> 'new-addon'
      order by p.service_id, p.period_from limit ${BATCH}`.execute(db);
    for (const { service_id, period_from, period_to, billing_cycle, billing_anchor } of rows) {
      const to = billing_anchor && extended(billing_anchor, period_from, billing_cycle);
      if (to && to.getTime() !== period_to.getTime() && findings.length < MOST_FINDINGS)
        findings.push(
          `Service ${service_id} paid ${billing_cycle} months from ${period_from.toISOString()}, which is to ${to.toISOString()} and not ${period_to.toISOString()}.`,
        );
    }
    read += rows.length;
    const last = rows.at(-1);
    if (rows.length < BATCH || !last) return { findings, read };
    [after, from] = [last.service_id, last.period_from];
  }
}
