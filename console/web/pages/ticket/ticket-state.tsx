import type { TicketSummary } from '@innkeeper/sdk/index';
import { State, type Tone } from '../../parts/state.tsx';
import { TICKET_WORDS } from './texts.ts';

const TONES: Record<TicketSummary['status'], Tone> = {
  opened: 'busy',
  'customer-reply': 'busy',
  answered: 'ok',
  resolved: 'off',
};

/** Shows the status of a ticket as shape and word. */
export function TicketState({ status }: Pick<TicketSummary, 'status'>) {
  return <State tone={TONES[status]}>{TICKET_WORDS[status]}</State>;
}
