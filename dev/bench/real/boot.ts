/** From the order of a real guest to the first SSH login, beside QEMU alone (bare-boot.ts). They take turns, one guest at a time. */
import { run } from '@innkeeper/engine/host/run';
import { waitForServer } from '@innkeeper/sdk/wait';
import { median } from '../load.ts';
import { NOT_HERE, part } from '../part.ts';
import { bootBare, type SeenMachine, seeMachine } from './bare-boot.ts';
import { onRealHost, type RealHost } from './host.ts';
import { firstLogin } from './login.ts';

/** A boot takes 12 to 17 s on the same machine, from one to the next. */
const ROUNDS = 5;

/** As an impatient client; each look at the API is work that the guest on the same two cores waits for. */
const LOOK_MS = 500;

interface BootFigures {
  accelerator: string;
  qemu: string;
  /** Seconds to the first login, middle of the rounds. */
  bare: number;
  innkeeper: number;
  /** Seconds from the order to the API's word that the server is active. */
  active: number;
}

/** Null where this host can't (`onRealHost`). */
function measureBoot(say: (line: string) => void): Promise<BootFigures | null> {
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

const MOST_SHARE = 0.1;
const MOST_SECONDS = 1;

export const boot = part<BootFigures | null>({
  title: 'From the order to the first login',
  always: true,
  measure: ({ say }) => measureBoot(say),
  section: (figures) => (figures ? sectionOf(figures) : NOT_HERE),
  targets(figures) {
    if (!figures) return [];
    const over = figures.innkeeper - figures.bare;
    const aim = `under ${MOST_SHARE * 100} % or ${MOST_SECONDS} s over bare QEMU`;
    const measured = `${over.toFixed(1)} s, ${((over / figures.bare) * 100).toFixed(0)} %`;
    return [{ target: 'Order to login', aim, measured, met: over < MOST_SECONDS || over / figures.bare < MOST_SHARE }];
  },
});

function sectionOf({ accelerator, qemu, bare, innkeeper, active }: BootFigures): string {
  return `The image \`tiny\` from its disk, 1 vCPU, 1 GiB, ${qemu} under ${accelerator.toUpperCase()}. Bare: disk, seed and tap are made beforehand; the clock runs from the
start of QEMU to the end of a first \`ssh root@guest true\`. Innkeeper: the clock starts with the order at the API.

| | to the first login | ratio |
|---|---|---|
| bare QEMU, the same flags | ${bare.toFixed(1)} s | |
| Innkeeper | ${innkeeper.toFixed(1)} s | x ${(innkeeper / bare).toFixed(2)} |

The API says \`active\` ${active.toFixed(1)} s after the order.`;
}
