/** Recomputes every order line and period from its recorded inputs. Reads in batches, so memory does not grow with the books. */
import type { Order, OrderLine } from '@innkeeper/db/schema';
import { formatDecimal, vatOf } from '@innkeeper/model/money/money';
import { type ExplainedAmount, isExact, recompute } from '@innkeeper/model/pricing/explanation';
import { extendTerm } from '@innkeeper/model/pricing/period';
import { sql } from 'kysely';
import type { Cx } from '../context.ts';
import { MAX_FINDINGS } from './rule.ts';
import { CUT } from './services.ts';

const BATCH = 5_000;

type Line = Pick<OrderLine, 'id' | 'order_id' | 'list_net' | 'discount' | 'net' | 'vat' | 'gross' | 'promo' | 'explanation'> &
  Pick<Order, 'type'> & { rateBp: number };

const AMOUNTS = ['list_net', 'discount', 'net', 'vat', 'gross'] as const satisfies readonly (keyof ExplainedAmount)[];

/** Returns the number of lines read, and findings for lines that differ from their steps or their order's VAT rate. */
export async function auditLines({ db }: Pick<Cx, 'db'>): Promise<{ findings: string[]; read: number }> {
  const findings: string[] = [];
  let read = 0;
  for (let after = 0; ; ) {
    const { rows } = await sql<Line>`
      select l.id, l.order_id, l.list_net, l.discount, l.net, l.vat, l.gross, l.promo, l.explanation,
        o.type, (o.tax ->> 'rateBp')::integer as "rateBp"
      from order_lines l join orders o on o.id = l.order_id where l.id > ${after} order by l.id limit ${BATCH}`.execute(db);
    for (const line of rows) {
      const wrong = explainWrongLine(line);
      if (wrong !== undefined && findings.length < MAX_FINDINGS)
        findings.push(`Line ${line.id} of order ${line.order_id} ${wrong}.`);
    }
    read += rows.length;
    if (rows.length < BATCH) return { findings, read };
    after = rows.at(-1)?.id ?? after;
  }
}

/** Returns the end of the finding's sentence, or `undefined` if the line is correct. */
function explainWrongLine(line: Line): string | undefined {
  const { explanation, net, promo, rateBp, vat } = line;
  if (explanation.length === 0) return 'has no steps';
  const recomputed = recompute(explanation);
  const different = AMOUNTS.find((amount) => recomputed[amount] !== line[amount]);
  if (different)
    return `has a ${different} of ${formatDecimal(line[different])}, and its steps make ${formatDecimal(recomputed[different])}`;
  if (!isExact(explanation)) return 'has a step that tells another result than its inputs make';
  if (vat !== vatOf(net, rateBp))
    return `bears VAT of ${formatDecimal(vat)}, and its order's rate makes ${formatDecimal(vatOf(net, rateBp))}`;
  const step = explanation.find((one) => one.step === 'promo');
  if (step?.code !== promo?.code || step?.percentage !== promo?.percentage) return 'names another promo code than its steps';
  return undefined;
}

interface Period {
  service_id: number;
  /** Possible anchors of the service at the time of payment, `null` for no anchor. Several if staff moved the end at that moment. */
  anchors: (Date | null)[];
  period_from: Date;
  period_to: Date;
  billing_cycle: number;
}

/** Billing anchors of the service of `p` at the time of its payment. */
const ANCHORS = sql`
  array(select c.anchor_before from term_changes c where c.service_id = p.service_id and c.changed_at >= p.paid_at
    and not exists (select from term_changes e where e.service_id = c.service_id and e.id < c.id and e.changed_at > p.paid_at))
  || case when exists (select from term_changes c where c.service_id = p.service_id and c.changed_at > p.paid_at) then '{}'::timestamptz[]
    else array[s.billing_anchor] end`;

/**
 * Returns findings for paid periods whose length differs from the purchase, counted from the anchor, and the number of periods read.
 * Periods that staff later cut count with their original length.
 *
 * Skips the first period of an addon that was bought later, because it only lasts until the end of its server's period.
 */
export async function auditPeriods({ db }: Pick<Cx, 'db'>): Promise<{ findings: string[]; read: number }> {
  const { rows: gone } = await sql<Period>`
    select p.service_id, p.period_from, p.period_to, l.billing_cycle, ${ANCHORS} as anchors
    from (${CUT}) as p join order_lines l on l.id = p.line_id join services s on s.id = p.service_id join orders o on o.id = l.order_id
    where o.type <> 'new-addon' and not exists (select from service_periods q where q.order_line_id = p.line_id)`.execute(db);
  const findings = gone.flatMap(wrongPeriod);
  let read = gone.length;
  let [after, from] = [0, new Date(0)];
  for (;;) {
    const { rows } = await sql<Period>`
      select p.service_id, p.period_from, coalesce(cut.period_to, p.period_to) as period_to, l.billing_cycle, ${ANCHORS} as anchors
      from service_periods p join order_lines l on l.id = p.order_line_id join services s on s.id = p.service_id
      join orders o on o.id = l.order_id left join (${CUT}) as cut on cut.line_id = l.id
      where (p.service_id, p.period_from) > (${after}, ${from}::timestamptz) and p.state = 'paid' and o.type <> 'new-addon'
      order by p.service_id, p.period_from limit ${BATCH}`.execute(db);
    findings.push(...rows.flatMap(wrongPeriod));
    read += rows.length;
    const last = rows.at(-1);
    if (rows.length < BATCH || !last) return { findings: findings.slice(0, MAX_FINDINGS), read };
    [after, from] = [last.service_id, last.period_from];
  }
}

function wrongPeriod({ service_id, period_from, period_to, billing_cycle, anchors }: Period): string[] {
  const ends = anchors.flatMap((anchor) => (anchor ? extendTerm(anchor, period_from, billing_cycle) : []));
  const [to] = ends;
  if (!to || ends.some((end) => end.getTime() === period_to.getTime())) return [];
  const [begin, right, wrong] = [period_from, to, period_to].map((at) => at.toISOString());
  return [`Service ${service_id} paid ${billing_cycle} months from ${begin}, which is to ${right} and not ${wrong}.`];
}
