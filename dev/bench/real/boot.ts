/**
 * Measures the time from the order of a real guest to the first SSH login, alternating with QEMU alone (bare-boot.ts), one guest at a time.
 */
import { run } from '@innkeeper/engine/host/run';
import { waitForServer } from '@innkeeper/sdk/wait';
import { median } from '../load.ts';
import { NOT_MEASURED_HERE, part } from '../part.ts';
import { bootBare, type FoundMachine, findMachine } from './bare-boot.ts';
import { onRealHost, type RealHost } from './host.ts';
import { firstLogin } from './login.ts';

/** Number of rounds. Boots on the same machine vary from 12 to 17 s. */
const ROUNDS = 5;

/** Poll interval in milliseconds of an impatient client. Each poll takes CPU time from the guest on the same two cores. */
const POLL_INTERVAL_MS = 500;

interface BootFigures {
  accelerator: string;
  qemu: string;
  /** Seconds to the first login, median of the rounds. */
  bare: number;
  innkeeper: number;
  /** Seconds from the order until the API reports the server as active. */
  active: number;
}

/** Measures boots. Returns `null` if this host cannot (`onRealHost`). */
function measureBoot(say: (line: string) => void): Promise<BootFigures | null> {
  return onRealHost(say, async (host) => {
    const rounds: { bare: number; innkeeper: number; active: number; machine: FoundMachine }[] = [];
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

/** Orders through the public API and measures from the order. Leaves the machine off. */
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
    waitForServer(client, server.id, (one) => one.status === 'active', { interval: POLL_INTERVAL_MS }).then(since),
  ]);
  const machine = await findMachine(host.directoryOf(server.id));
  const steps = await stepsOf(host, server.id);
  await client.powerOffServer({ id: server.id });
  await host.settled(server.id);
  return { guest, machine, steps, innkeeper, active };
}

/** Returns the durations of Innkeeper's steps: `network 0.2 s, disk 0.1 s ...`. */
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

const MAX_SHARE = 0.1;
const MAX_SECONDS = 1;

export const boot = part<BootFigures | null>({
  title: 'From the order to the first login',
  always: true,
  measure: ({ say }) => measureBoot(say),
  section: (figures) => (figures ? sectionOf(figures) : NOT_MEASURED_HERE),
  targets(figures) {
    if (!figures) return [];
    const over = figures.innkeeper - figures.bare;
    const aim = `under ${MAX_SHARE * 100} % or ${MAX_SECONDS} s over bare QEMU`;
    const measured = `${over.toFixed(1)} s, ${((over / figures.bare) * 100).toFixed(0)} %`;
    return [{ target: 'Order to login', aim, measured, met: over < MAX_SECONDS || over / figures.bare < MAX_SHARE }];
  },
});

function sectionOf({ accelerator, qemu, bare, innkeeper, active }: BootFigures): string {
  return `The image \`tiny\` from its disk, 1 vCPU, 1 GiB, ${qemu} under ${accelerator.toUpperCase()}. Bare: disk, seed and tap are made beforehand. The clock runs from the
start of QEMU to the end of a first \`ssh root@guest true\`. Innkeeper: the clock starts with the order at the API.

| | to the first login | ratio |
|---|---|---|
| bare QEMU, the same flags | ${bare.toFixed(1)} s | |
| Innkeeper | ${innkeeper.toFixed(1)} s | x ${(innkeeper / bare).toFixed(2)} |

The API says \`active\` ${active.toFixed(1)} s after the order.`;
}
