/** A business at random, under a clock that hurries: acts of customers and operators, then days pass and the worker's jobs run. */
import { verifyLedger } from '@innkeeper/db/ledger/verify';
import { auditBooks } from '@innkeeper/domain/billing-audit/audit';
import { EngineError } from '@innkeeper/engine/compute/port';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { OfflineVatNumbers } from '@innkeeper/engine/vat-numbers/offline/driver';
import { jobNamed } from '@innkeeper/jobs/job';
import { JOBS } from '@innkeeper/jobs/jobs';
import { days } from '@innkeeper/model/clock';
import { defaultSettings } from '@innkeeper/model/settings';
import { openChain } from '../chain.ts';
import { fakeMail } from '../fake-mail.ts';
import { givenAccount, givenNode } from '../given.ts';
import { givenSeller } from '../given-invoices.ts';
import { openOperator } from '../operator.ts';
import { movingClock } from '../torture/moving-clock.ts';
import { ACTS, type Business } from './acts.ts';
import { randomOf } from './random.ts';

export interface BusinessWanted {
  seed: number;
  /** Acts; about one a day. */
  acts: number;
  /** Asked before each act. */
  goOn?: () => boolean;
}

/** How long nobody does anything: a day as a rule, sometimes weeks. */
const PAUSES = [0, 0, 1, 1, 1, 2, 3, 6, 24];
/** Acts after which everything is added up. */
const AUDIT_EVERY = 30;
const DEAR = ACTS.flatMap(([times, name, act]) => Array.from({ length: times }, () => ({ name, act })));

/** Returns what differs at the first audit that finds anything, with the acts before it; nothing: the books are clean. */
export async function runBusiness({ seed, acts, goOn = () => true }: BusinessWanted): Promise<string[]> {
  const random = randomOf(seed);
  const clock = movingClock();
  // One act of the engine in 40 fails for good.
  const fail = () => {
    if (random.below(40) === 0) throw new EngineError('host', 'at random', { retryable: false });
  };
  const chain = await openChain({ clock, simulated: { fail } });
  try {
    await givenNode(chain.db);
    await givenSeller(chain.db);
    await chain.db
      .insertInto('promo_codes')
      .values([
        { code: 'HALF', percentage: 50, applies_to: 'both' },
        { code: 'TENTH', percentage: 10, applies_to: 'new', most_uses_per_account: 2 },
      ])
      .execute();
    const customers = [];
    for (const country of ['AT', 'DE', 'FR', 'US']) customers.push(await givenAccount(chain.db, { country, funds: 5_000n }));
    const business: Business = { chain, operator: openOperator({ db: chain.db, clock }), random, clock, customers };
    const outside = { mail: fakeMail(), vatNumbers: new OfflineVatNumbers(), payments: chain.engine.payments, log: SILENT_LOG };
    const passTime = async (ms: number): Promise<void> => {
      clock.pass(ms);
      for (const { name, run } of [...JOBS.api, ...JOBS.worker])
        await run({ db: chain.db, clock, settings: defaultSettings, actor: jobNamed(name), requestId: null, ...outside });
      await chain.worker.idle();
    };
    const log: string[] = [];
    for (let n = 1; n <= acts && goOn(); n += 1) {
      const { name, act } = random.of(DEAR);
      const customer = random.of(customers);
      log.push(`${n} ${clock.now().toISOString()} ${name} of account ${customer.accountId}`);
      await act(business, customer).catch((error: unknown) => {
        throw new Error(`seed ${seed}, ${log.at(-1)}`, { cause: error });
      });
      await passTime(days(random.of(PAUSES)));
      if (n % AUDIT_EVERY !== 0 && n !== acts) continue;
      const found = [...(await auditBooks({ db: chain.db })).findings, ...(await verifyLedger(chain.db))];
      if (found.length > 0) return [`seed ${seed}`, ...found, ...log.slice(-AUDIT_EVERY)];
    }
    return [];
  } finally {
    await chain.close();
  }
}
