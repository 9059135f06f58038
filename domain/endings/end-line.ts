/** Quotes the early end of a service: the refund of the remaining time, with its calculation. */
import type { Service } from '@innkeeper/db/schema';
import { sumLines } from '@innkeeper/model/pricing/order';
import type { Cx } from '../context.ts';
import type { QuotedLine } from '../orders/quote.ts';
import type { Offer } from '../services/hooks.ts';
import { endStepsOf, refundOfEnd } from './end-early.ts';

/** Returns the refund as a line with negative amounts, or no line if nothing is refunded. */
export async function endLines(cx: Cx, service: Service, { label, sublabel }: Offer): Promise<QuotedLine[]> {
  const refunds = await refundOfEnd(cx, service);
  if (refunds.length === 0) return [];
  const { net, vat, gross } = sumLines(refunds.map((part) => ({ net: part.net, vat: part.vat, gross: part.net + part.vat })));
  return [{ label, sublabel, net: -net, vat: -vat, gross: -gross, explanation: endStepsOf(cx, service, refunds) ?? [] }];
}
