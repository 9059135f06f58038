import type { OperatorInput } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { networkView } from './view.ts';

type Network = Awaited<ReturnType<typeof networkView>>;

/** What is to be proven. The packets are sent by the command, after the transaction. */
export async function checkNetwork(
  { db }: OperatorCx,
  { node }: OperatorInput<'checkNetwork'>,
): Promise<Pick<Network, 'uplink' | 'pools'>> {
  const { uplink, pools } = await networkView(db, node);
  return { uplink, pools };
}
