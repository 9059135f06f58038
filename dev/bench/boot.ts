/** From the order of a real guest to the first SSH login, beside QEMU alone (bare-boot.ts). They take turns, one guest at a time. */
import { run } from '@innkeeper/engine/host/run';
import { waitForServer } from '@innkeeper/sdk/wait';
import { bootBare, type SeenMachine, seeMachine } from './bare-boot.ts';
import { median } from './load.ts';
import { firstLogin } from './login.ts';
import { onRealHost, type RealHost } from './real.ts';

/** A boot takes 12 to 17 s on the same machine, from one to the next. */
const ROUNDS = 5;

/** As an impatient client; each look at the API is work that the guest on the same two cores waits for. */
const LOOK_MS = 500;

export interface BootFigures {
  accelerator: string;
  qemu: string;
  /** Seconds to the first login, middle of the rounds. */
  bare: number;
  innkeeper: number;
  /** Seconds from the order to the API's word that the server is active. */
  active: number;
}

/** Null where this host can't (`onRealHost`). */
export function measureBoot(say: (line: string) => void): Promise<BootFigures | null> {
  return onRealHost(say, async (host) => {
    const rounds: { bare: number; innkeeper: number; active: number; machine: SeenMachine }[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const { guest, machine, steps, innkeeper, active } = await orderAndLogIn(host, round);
      const bare = await bootBare(machine, guest);
      rounds.push({ bare, innkeeper, active, machine });
      say(`boot, round ${round}, the workflow's steps: ${steps}`);
      say(
        `boot, round ${round}: Innkeeper ${innkeeper.toFixed(1)} s, bare ${bare.toFixed(1)} s, active after ${active.toFixed(1)} s`,
      );
    }
    const middle = (of: 'bare' | 'innkeeper' | 'active'): number => median(rounds.map((round) => round[of]));
    return {
      accelerator: rounds[0]?.machine.args.includes('kvm') ? 'kvm' : 'tcg',
      qemu: `QEMU ${/version (\S+)/.exec(await run('qemu-system-x86_64', ['--version']))?.[1] ?? '?'}`,
      bare: middle('bare'),
      innkeeper: middle('innkeeper'),
      active: middle('active'),
    };
  });
}

/** By the public API; the clock starts with the order. Leaves the machine off. */
async function orderAndLogIn(host: RealHost, round: number) {
  const { client, imageId, sshKeyId } = host;
  const began = performance.now();
  const since = (): number => (performance.now() - began) / 1000;
  const reply = await client.deployServer({ name: `ours-${round}`, plan: 'nano', image_id: imageId, ssh_keys: [sshKeyId] });
  const server = 'data' in reply ? reply.data[0] : reply;
  const address = server?.ip_addresses[0]?.ip_address;
  if (!server || address === undefined) throw new Error('the order brought no server with an address');
  const guest = host.guestAt(address);
  const [innkeeper, active] = await Promise.all([
    firstLogin(guest).then(since),
    waitForServer(client, server.id, (one) => one.status === 'active', { interval: LOOK_MS }).then(since),
  ]);
  const machine = await seeMachine(host.directoryOf(server.id));
  const steps = await stepsOf(host, server.id);
  await client.powerOffServer({ id: server.id });
  await host.settled(server.id);
  return { guest, machine, steps, innkeeper, active };
}

/** `network 0.2 s, disk 0.1 s ...`: where our share of the time went. */
async function stepsOf({ db }: RealHost, serverId: number): Promise<string> {
  const steps = await db
    .selectFrom('workflow_steps as s')
    .innerJoin('workflows as w', 'w.id', 's.workflow_id')
    .select(['s.step', 's.started_at', 's.finished_at'])
    .where('w.resource_id', '=', serverId)
    .orderBy('s.started_at')
    .execute();
  const took = ({ started_at, finished_at }: (typeof steps)[number]) =>
    ((finished_at?.getTime() ?? 0) - started_at.getTime()) / 1000;
  return steps.map((step) => `${step.step} ${took(step).toFixed(1)} s`).join(', ');
}
