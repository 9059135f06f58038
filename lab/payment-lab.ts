/** The whole chain with payment methods and an operator, for tests of incoming money. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GivenCredit, statementXml } from './bank-statement.ts';
import { openChain } from './chain.ts';
import { type GivenAccount, givenNode } from './given.ts';
import { givenPaymentMethods, postTransfersNow } from './given-payments.ts';
import { openOperator } from './operator.ts';

export type PaymentLab = Awaited<ReturnType<typeof openPaymentLab>>;

export async function openPaymentLab() {
  const [chain, directory] = await Promise.all([openChain(), mkdtemp(join(tmpdir(), 'innkeeper-statements-'))]);
  const operator = openOperator(chain);
  await givenNode(chain.db);
  await givenPaymentMethods(chain.db);
  return {
    chain,
    operator,
    /** Directory for files that the operator names. */
    directory,
    orderOf: async ({ token }: GivenAccount, id: number) => (await chain.call('getOrder', { params: { id } }, { token })).body,
    /** Requests a deposit by transfer. Returns its order and its pending payment. */
    async transfer({ token, email }: GivenAccount, amount: number) {
      const { id } = (await chain.call('depositFunds', { body: { amount, payment_method: 'bank' } }, { token })).body;
      await chain.worker.idle();
      const { data } = await operator.run('listPayments', { account: email });
      return { orderId: Number(id), payment: data[0] as (typeof data)[number] };
    },
    /** Imports a statement of these credits and posts them. The same credits make the same statement. */
    async importStatement(...credits: GivenCredit[]) {
      const file = join(directory, 'statement.xml');
      await writeFile(file, statementXml([{ id: credits.map(({ text }) => text).join(' '), credits }]));
      const reply = await operator.run('importBank', { file });
      await postTransfersNow(chain.db);
      return reply;
    },
    async close(): Promise<void> {
      await chain.close();
      await rm(directory, { recursive: true });
    },
  };
}
