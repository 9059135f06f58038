/**
 * A second host on the link of the first one (`internet.ts`). The router has all of 203.0.113.0/24 and 2001:db8:a::/48 on this link.
 *
 *     host  ---+--- lan of the router ---+--- client
 *     host2 ---+                         +--- services
 */
import { attempt, run } from '@innkeeper/engine/host/run';
import { Netns } from '@innkeeper/engine/network/netns';
import { ADDRESSES, type Internet } from './internet.ts';

export const SECOND_HOST = { host4: '203.0.113.3', host6: '2001:db8:a::3' } as const;

/** Adds the host. Requires root. The caller deletes it before it closes the internet. */
export async function addSecondHost({ host, router }: Internet): Promise<{ host: Netns; close(): Promise<void> }> {
  const second = new Netns(`${host.name}2`);
  const close = () => attempt('ip', ['netns', 'delete', second.name ?? '']).then(() => {});
  await run('ip', ['netns', 'add', second.name ?? '']);
  try {
    await router.ipLines([
      'link add lan type bridge',
      'link set lan up',
      'address flush dev host',
      'link set host master lan',
      `address add ${ADDRESSES.router4}/24 dev lan`,
      `address add ${ADDRESSES.router6}/64 dev lan nodad`,
      'address add 2001:db8:a:ffff::1/48 dev lan nodad',
      `link add host2 type veth peer name eth0 netns ${second.name}`,
      'link set host2 master lan up',
    ]);
    await second.ipLines([
      'link set lo up',
      'link set eth0 up',
      `address add ${SECOND_HOST.host4}/24 dev eth0`,
      `address add ${SECOND_HOST.host6}/64 dev eth0 nodad`,
      `route add 0.0.0.0/0 via ${ADDRESSES.router4}`,
      `route add ::/0 via ${ADDRESSES.router6}`,
    ]);
  } catch (error) {
    await close();
    throw error;
  }
  return { host: second, close };
}
