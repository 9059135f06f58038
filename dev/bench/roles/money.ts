/** Places orders and deposits without an HTTP request, with the rules and the database role of the worker. */
import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { deposit } from '@innkeeper/db/ledger';
import { audit } from '@innkeeper/domain/audit';
import { type Cx, transact } from '@innkeeper/domain/context';
import { buyerOf } from '@innkeeper/domain/orders/buyer';
import { placeOrder } from '@innkeeper/domain/orders/place';
import { taxOf } from '@innkeeper/domain/tax/tax-of';
import { jobActor } from '@innkeeper/jobs/job';
import { systemClock } from '@innkeeper/model/clock';
import { monthsStep } from '@innkeeper/model/pricing/explanation';
import { priceLine } from '@innkeeper/model/pricing/line';
import { defaultSettings } from '@innkeeper/model/settings';
import type { Role } from '../child.ts';
import { POOL, type Times } from '../load.ts';

export interface MoneyRun {
  /** Accounts with enough money. */
  accountIds: number[];
  seconds: number;
  clients: number;
}

const ACTS = {
  /** Places an order of a custom line with explanation and VAT, paid from the balance. */
  async order(cx: Cx, accountId: number): Promise<void> {
    await transact(cx, async (one) => {
      const buyer = await buyerOf(one, accountId);
      const price = priceLine({ steps: [monthsStep(399n, 1, 1)], tax: buyer.tax });
      const line = { label: 'Given', service_type: null, service_id: null, billing_cycle: 0, ...price };
      const { orderId: id } = await placeOrder(one, { buyer, type: 'custom', lines: [line] });
      await audit(one, 'addOrder', { kind: 'order', id, accountId });
    });
  },
  async deposit(cx: Cx, accountId: number): Promise<void> {
    const money = { gateway: 'operator', paymentMethod: 'operator', description: 'Given', now: cx.clock.now() } as const;
    await transact(cx, ({ db }) => deposit(db, { ...money, accountId, amount: 1n }));
  },
  tax: (cx: Cx, accountId: number) => taxOf(cx, accountId),
};

export function money(): Role {
  let database: OpenDatabase;
  return {
    open(url: string): void {
      database = openDatabase({ url, max: POOL, applicationName: 'bench-money' });
    },
    async run(name: keyof typeof ACTS, { accountIds, seconds, clients }: MoneyRun): Promise<Times> {
      const cx: Cx = {
        db: database.db,
        clock: systemClock,
        settings: defaultSettings,
        actor: jobActor('bench'),
        requestId: null,
      };
      const times: number[] = [];
      const began = performance.now();
      let asked = 0;
      const goOn = async () => {
        while (performance.now() < began + seconds * 1000) {
          const sent = performance.now();
          await ACTS[name](cx, accountIds[asked++ % accountIds.length] as number);
          times.push(performance.now() - sent);
        }
      };
      await Promise.all(Array.from({ length: clients }, goOn));
      return { times, tookMs: performance.now() - began };
    },
    /** Prices and explains this many lines. */
    explain(lines: number): void {
      const tax = { rateBp: 2000, rule: 'eu-consumer-destination', note: null } as const;
      for (let n = 0; n < lines; n += 1) JSON.stringify(priceLine({ steps: [monthsStep(BigInt(n), 1, 1)], tax }).explanation);
    },
    close: () => database?.close(),
  };
}
