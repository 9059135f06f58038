import type { OperatorInput } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { networkView } from './view.ts';

type Network = Awaited<ReturnType<typeof networkView>>;

/** Returns the network to check. The command sends the packets after the transaction. */
export async function checkNetwork(
  { db }: OperatorCx,
  { node }: OperatorInput<'checkNetwork'>,
): Promise<Pick<Network, 'uplink' | 'pools'>> {
  const { uplink, pools } = await networkView(db, node);
  return { uplink, pools };
}
