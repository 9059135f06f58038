/** The first steps of a customer, through the public API: an SSH key, a server, a login, a restart, a stop. */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { type Report, step } from '@innkeeper/apps/terminal/report';
import type { Client, Output } from '@innkeeper/sdk/types';
import { waitForServer } from '@innkeeper/sdk/wait';
import { bootIdOf, type Guest, type KeyPair, makeKeyPair, runInGuest } from './guest.ts';

type Server = Output<'getServer'>;
type Tell = (text: string) => void;

export interface Demo {
  client: Client;
  /** Returns the namespace through which this host reaches a guest, or `null`. */
  namespaceOf(server: Server): Promise<string | null>;
  report: Report;
  /** True to keep the server running and the key in place. */
  keep: boolean;
}

/** Resources that the demo has created so far. They are listed even if a later step fails. */
export interface Leftovers {
  key?: KeyPair | undefined;
  sshKeyId?: number | undefined;
  server?: Server;
  stopped?: boolean;
}

export async function runDemo({ client, namespaceOf, report, keep }: Demo, leftovers: Leftovers): Promise<void> {
  const key = await step(report, 'Create an SSH key', makeKeyPair);
  leftovers.key = key;
  const name = `demo-${randomBytes(3).toString('hex')}`;
  const sshKey = await step(report, 'Add the key to the account', () => client.addSshKey({ name, key: key.publicKey }));
  leftovers.sshKeyId = sshKey.id;
  const ordered = await step(report, 'Order the smallest server', (tell) => order(client, name, sshKey.id, tell));
  leftovers.server = ordered;
  const server = await step(report, 'Wait until the server runs', (tell) => untilRunning(client, ordered.id, tell));
  const ssh = (await client.getServerStatus({ id: server.id })).ssh;
  if (ssh === null) throw new CommandError(`Server ${server.id} runs, but its status has no SSH address.`);
  const guest: Guest = { serverId: server.id, ...ssh, namespace: await namespaceOf(server), key };
  const before = await step(report, 'Log in by SSH', async (tell) => {
    const boot = await bootIdOf(guest);
    tell(await runInGuest(guest, ['uname', '-a']));
    return boot;
  });
  await step(report, 'Restart the server', async (tell) => {
    await client.restartServer({ server: server.id });
    await untilRunning(client, server.id, tell);
    if ((await bootIdOf(guest)) === before)
      throw new CommandError('The server reports a restart, but it is still in the same boot.');
  });
  await step(report, 'Read the server status', () => client.getServerStatus({ id: server.id }), describeStatus);
  if (keep) return;
  await step(report, 'Stop the server', async (tell) => {
    await client.stopServer({ id: server.id });
    await until(client, server.id, 'stopped', tell);
    leftovers.stopped = true;
  });
  await step(report, 'Delete the SSH key', async () => {
    await client.deleteSshKey({ id: sshKey.id });
    await rm(key.directory, { recursive: true });
    leftovers.sshKeyId = undefined;
    leftovers.key = undefined;
  });
}

async function order(client: Client, name: string, sshKeyId: number, tell: Tell): Promise<Server> {
  const [plans, images] = await Promise.all([
    client.listPlans({ per_page: 50 }),
    client.listServerImages({ 'filter[group]': 'tiny' }),
  ]);
  const plan = plans.data.filter((one) => one.available).sort((a, b) => Number(a.price) - Number(b.price))[0];
  const image = images.data[0];
  if (!plan) throw new CommandError('No plan is available now. Check ./innkeeper plan list and ./innkeeper node list.');
  if (!image) throw new CommandError('The image "tiny" is not on sale. Build it with ./innkeeper image build tiny.');
  tell(`${plan.name}: ${plan.vcpus} vCPU, ${plan.memory} GB, ${plan.price_with_vat} a month with VAT`);
  const reply = await client.deployServer({ name, plan: plan.key, image_id: image.id, ssh_keys: [sshKeyId] });
  const server = 'data' in reply ? reply.data[0] : reply;
  if (!server) throw new CommandError('The API created no server.');
  if (server.status === 'awaiting_payment')
    throw new CommandError(`The balance does not cover the order. Server ${server.id} waits for payment.`);
  return server;
}

function untilRunning(client: Client, id: number, tell: Tell): Promise<Server> {
  return until(client, id, 'running', tell);
}

/** Waits until the server is unlocked and in this state. Reports every change. */
function until(client: Client, id: number, state: Server['state'][number], tell: Tell): Promise<Server> {
  let shown = '';
  return waitForServer(
    client,
    id,
    (server) => {
      const words = [server.status, ...server.state, ...(server.lock_reason ? [`(${server.lock_reason})`] : [])].join(' ');
      if (words !== shown) tell(words);
      shown = words;
      if (server.status === 'terminated')
        throw new CommandError(`The server could not be built: ${server.status_reason ?? 'the API gave no reason'}`);
      return server.locked === null && server.state.includes(state);
    },
    { interval: 250 },
  );
}

function describeStatus({ running, cpu, disk, ssh }: Output<'getServerStatus'>): string {
  return `${running ? 'running' : 'not running'}, CPU ${cpu.used} %, disk ${disk.used} of ${disk.limit} GB, SSH at ${ssh?.host}:${ssh?.port}`;
}
