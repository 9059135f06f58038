/** A refund of what was paid for a service goes back over the lines that paid for it, the latest first, each at the VAT that it bore. */
import type { Cents } from '../money.ts';

/** A paid line. */
export interface RefundableLine {
  id: number;
  order_id: number;
  net: Cents;
  vat: Cents;
  refunded_net: Cents;
  refunded_vat: Cents;
}

export interface RefundPart {
  order_id: number;
  line_id: number;
  net: Cents;
  vat: Cents;
}

/** `lines`: the latest first. Never more than is left of each; what no line has paid is not refunded. */
export function allocateRefund(lines: readonly RefundableLine[], net: Cents): RefundPart[] {
  let rest = net;
  const parts: RefundPart[] = [];
  for (const line of lines) {
    let part = line.net - line.refunded_net;
    if (rest < part) part = rest;
    if (part <= 0n) continue;
    parts.push({ order_id: line.order_id, line_id: line.id, net: part, vat: vatOfPart(line, part) });
    rest -= part;
  }
  return parts;
}

/** What was refunded before counts in, so that a line in parts refunds the VAT of the whole. */
function vatOfPart({ net, vat, refunded_net, refunded_vat }: RefundableLine, part: Cents): Cents {
  const all = refunded_net + part;
  return (vat * all * 2n + net) / (net * 2n) - refunded_vat;
}
