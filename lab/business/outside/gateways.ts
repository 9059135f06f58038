/** Events at the gateways: payers pay on their pages and payments are disputed. Webhooks arrive twice, late, in any order, or never. */
import path from 'node:path';
import { SandboxGateway } from '@innkeeper/engine/payments/sandbox/driver';
import { sandboxEvent } from '@innkeeper/engine/payments/sandbox/webhook';
import { days, hours, minutes } from '@innkeeper/model/time/clock';
import { Stripe } from 'stripe';
import { WEBHOOK_SECRET } from '../api.ts';
import type { Random } from '../random.ts';
import type { Simulation } from '../simulation.ts';

interface Due {
  at: number;
  /** Runs the event and returns a line of the journal. */
  act(): Promise<string>;
}

export interface SimulatedGateways {
  /** Reads the new payments, and decides which webhooks are sent for them. */
  notice(): Promise<void>;
  /** Runs due events and returns lines of the journal. While the API is down, events are postponed. */
  pass(apiIsUp: boolean): Promise<string[]>;
  /** Disputes a payment. */
  dispute(paymentId: number): Promise<string>;
  /** Compares payments with the money that the gateways took. */
  differences(before: Date): Promise<string[]>;
}

const DELAYS = [0, minutes(1), hours(1), hours(5), days(1), days(5)];
const AGAIN_MS = hours(8);

type Gateway = 'sandbox' | 'stripe';
interface Event {
  id: string;
  about: 'payment' | 'dispute';
  subject: string;
}

export function openGateways(place: Simulation, random: Random): SimulatedGateways {
  const { lab, api, clock, home, stripe } = place;
  const sandbox = new SandboxGateway(path.join(home, 'payments', 'sandbox'));
  let due: Due[] = [];
  let seen = 0;
  const later = (ms: number, act: Due['act']) => due.push({ at: clock.now().getTime() + ms, act });

  async function send(gateway: Gateway, event: Event): Promise<string> {
    const { body, headers } = gateway === 'sandbox' ? ofSandbox(event) : ofStripe(event);
    const reply = await api.send({
      ...{ method: 'POST', url: `/webhooks/${gateway}`, payload: body },
      headers: { ...headers, 'content-type': 'application/json' },
    });
    if (reply.status !== 200) throw new Error(`the webhook ${event.id} was answered ${reply.status}: ${reply.text}`);
    return `webhook ${event.id}`;
  }

  const ofSandbox = ({ id, about, subject }: Event) => sandboxEvent(WEBHOOK_SECRET, { id, type: about, subject }, clock.now());

  function ofStripe({ id, about, subject }: Event) {
    const type = about === 'dispute' ? 'charge.dispute.updated' : 'checkout.session.completed';
    const payload = JSON.stringify({ id, type, data: { object: { id: subject } } });
    const timestamp = Math.floor(clock.now().getTime() / 1000);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, timestamp });
    return { body: Buffer.from(payload), headers: { 'stripe-signature': signature } };
  }

  /** Sends zero to three webhooks for an event, some of which repeat the same id. */
  function tellOf(gateway: Gateway, event: Event, afterMs = 0): void {
    for (let n = random.of([0, 1, 1, 2, 3]); n > 0; n -= 1) {
      const one = { ...event, id: `${event.id}-${random.below(2)}` };
      later(afterMs + random.of(DELAYS), () => send(gateway, one));
    }
  }

  function payLater(id: number, session: string): void {
    const afterMs = random.of([0, minutes(2), hours(2), days(2)]);
    later(afterMs, async () => {
      try {
        stripe.pay(session);
        return `payment ${id} is paid on its page`;
      } catch {
        return `the page of payment ${id} has ended`;
      }
    });
    tellOf('stripe', { id: `payment-${id}`, about: 'payment', subject: session }, afterMs);
  }

  return {
    async notice() {
      const fresh = await lab.db
        .selectFrom('payments')
        .select(['id', 'gateway', 'kind', 'gateway_id'])
        .where('id', '>', seen)
        .where('gateway', 'in', ['sandbox', 'stripe'])
        .orderBy('id')
        .execute();
      for (const { id, gateway, kind, gateway_id } of fresh) {
        // Its workflow has not opened the page yet.
        if (gateway_id === null && kind === 'checkout') break;
        seen = id;
        if (gateway === 'stripe' && kind === 'checkout' && !random.oneIn(5)) payLater(id, String(gateway_id));
        else if (gateway === 'sandbox') tellOf('sandbox', { id: `payment-${id}`, about: 'payment', subject: String(gateway_id) });
      }
    },
    async pass(apiIsUp) {
      const now = clock.now().getTime();
      const ready = due.filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at);
      due = due.filter(({ at }) => at > now);
      if (!apiIsUp) {
        for (const { act } of ready) later(AGAIN_MS, act);
        return [];
      }
      const lines: string[] = [];
      for (const { act } of ready) lines.push(await act());
      return lines;
    },
    async differences(before) {
      const payments = await lab.db
        .selectFrom('payments')
        .select(['id', 'gateway', 'reference', 'state'])
        .where('gateway', 'in', ['sandbox', 'stripe'])
        .where('created_at', '<', before)
        .orderBy('id')
        .execute();
      const found: string[] = [];
      for (const { id, gateway, reference, state } of payments) {
        const taken = gateway === 'stripe' ? stripe.taken(reference) : Number(await sandbox.paid(reference));
        if (taken !== (state === 'succeeded' ? 1 : 0))
          found.push(`Payment ${id} is ${state}; ${gateway} took money for it ${taken} times.`);
      }
      return found;
    },
    async dispute(paymentId) {
      const { reference, gateway, amount } = await lab.db
        .selectFrom('payments')
        .select(['reference', 'gateway', 'amount'])
        .where('id', '=', paymentId)
        .executeTakeFirstOrThrow();
      const disputeId = `dp_${paymentId}`;
      const setDisputeState = (state: 'inquiry' | 'open' | 'won' | 'lost') =>
        gateway === 'sandbox'
          ? sandbox.dispute(disputeId, { paymentReference: reference, amount, state })
          : stripe.dispute(disputeId, reference, STRIPE_STATES[state]);
      const begins = random.of(['inquiry', 'open', 'open'] as const);
      const ends = random.of(['won', 'lost'] as const);
      const tell = (ms: number) =>
        tellOf(gateway as Gateway, { id: `dispute-${paymentId}-${ms}`, about: 'dispute', subject: disputeId }, ms);
      await setDisputeState(begins);
      tell(0);
      for (const [state, ms] of [
        ['open', days(3)],
        [ends, days(20)],
      ] as const) {
        later(ms, async () => {
          await setDisputeState(state);
          return `dispute of payment ${paymentId} is ${state}`;
        });
        tell(ms);
      }
      return `${begins}, in the end ${ends}`;
    },
  };
}

const STRIPE_STATES = { inquiry: 'warning_needs_response', open: 'needs_response', won: 'won', lost: 'lost' };
