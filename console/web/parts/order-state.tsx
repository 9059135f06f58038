import type { OrderSummary } from '@innkeeper/sdk/index';
import { ORDER_WORDS } from './orders-texts.ts';
import { State, Tag, type Tone } from './state.tsx';

const TONES: Record<OrderSummary['status'], Tone> = {
  awaiting_payment: 'busy',
  processing: 'busy',
  paid: 'ok',
  cancelled: 'off',
};

/** Shows the status of an order as shape and word. */
export function OrderState({ status }: Pick<OrderSummary, 'status'>) {
  return <State tone={TONES[status]}>{ORDER_WORDS[status]}</State>;
}

/** Shows the status of an order in a pill. */
export function OrderTag({ status }: Pick<OrderSummary, 'status'>) {
  return <Tag tone={TONES[status]}>{ORDER_WORDS[status]}</Tag>;
}
