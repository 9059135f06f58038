/**
 * Runs one dnsmasq per namespace. It assigns guests their reserved addresses by DHCP and DHCPv6, and assigns none to unknown MACs. It
 * answers no DNS queries. dnsmasq keeps running when Innkeeper ends, and `ensure` finds it again by its exact command line.
 *
 * Its IPv6 router advertisements announce the gateway and that addresses come from DHCPv6. They name no prefix from which a guest could
 * generate its own address. Each machine's prefix is its own range with one address, so dnsmasq restarts for each new prefix. A restart
 * takes 20 ms, and clients retry.
 */
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { networkOf } from '@innkeeper/model/net/ip-networks';
import { hostNames } from '@innkeeper/model/servers/host-names';
import { readIfThere } from '../../atomic.ts';
import { findLauncher, scopePrefix } from '../../host/launcher.ts';
import { run } from '../../host/run.ts';
import type { NicSpec } from '../../nic.ts';
import { BRIDGE } from './names.ts';
import { isRouted } from './prefixes.ts';

/**
 * dnsmasq advertises only with a prefix that the bridge itself has. No guest can use this prefix: it is advertised as neither on-link nor
 * usable for address configuration. The namespace answers nothing in it.
 */
export const ADVERTISED = { address: 'fd6d:6574:6164:1::1', prefix: 'fd6d:6574:6164:1::' };

export class Dhcp {
  readonly #namespace: string;
  /** Directory outside of the home, because dnsmasq's user may not be able to enter the home. */
  readonly #directory: string;
  #arguments: string[] = [];
  /** Network of the main IPv6 address, by machine id. */
  readonly #prefixes = new Map<string, string>();

  constructor(namespace: string) {
    this.#namespace = namespace;
    this.#directory = join('/run/innkeeper', namespace);
  }

  /** Starts dnsmasq. `cidrs` are the IPv4 networks of the pools. */
  async open(cidrs: readonly string[]): Promise<void> {
    const [hosts, options] = [join(this.#directory, 'hosts'), join(this.#directory, 'options')];
    await mkdir(hosts, { recursive: true });
    await mkdir(options, { recursive: true });
    // Explicit modes, independent of the umask: dnsmasq drops root before it reads these.
    for (const directory of [dirname(this.#directory), this.#directory, hosts, options]) await chmod(directory, 0o755);
    const ranges = cidrs.map((cidr) => `--dhcp-range=${cidr.split('/')[0]},static,${netmask(Number(cidr.split('/')[1]))},1h`);
    this.#arguments = [
      ...['--conf-file=/dev/null', '--no-resolv', '--no-hosts', '--port=0', '--no-ping'],
      ...[`--interface=${BRIDGE}`, '--bind-interfaces', '--dhcp-authoritative', '--dhcp-ignore=tag:!known'],
      ...[`--dhcp-hostsdir=${join(this.#directory, 'hosts')}`, `--dhcp-optsdir=${join(this.#directory, 'options')}`],
      ...[`--dhcp-leasefile=${join(this.#directory, 'leases')}`, `--pid-file=${this.#pidFile}`, '--log-facility=/dev/null'],
      ...ranges,
    ];
    await this.ensure();
  }

  /** Starts dnsmasq unless it already runs with exactly these arguments. */
  async ensure(): Promise<void> {
    const all = [...this.#arguments, ...this.#six()];
    if (this.#arguments.length === 0 || all.every((argument) => !argument.startsWith('--dhcp-range'))) return;
    const running = await this.#running();
    if (running !== null && running.command === all.join('\0')) return;
    await this.stop();
    const scope = { name: `dnsmasq-${this.#namespace}`, description: `Innkeeper DHCP of ${this.#namespace}` };
    const prefix = scopePrefix(await findLauncher(), scope);
    const [program = 'ip', ...args] = [...prefix, 'ip', 'netns', 'exec', this.#namespace, 'dnsmasq', ...all];
    await run(program, args);
  }

  /** Adds or replaces the reservation of a machine. dnsmasq notices new and changed files immediately. */
  async add(spec: NicSpec): Promise<void> {
    const [v4, v6] = [spec.addresses.find(({ version }) => version === 4), spec.addresses.find(isRouted)];
    if (v6 === undefined) this.#prefixes.delete(spec.machineId);
    else this.#prefixes.set(spec.machineId, networkOf(v6.address, v6.prefix));
    if (v4 === undefined && v6 === undefined) return;
    const tag = `tag:${spec.machineId}`;
    const [dns4, dns6] = [spec.dns.filter((one) => !one.includes(':')), spec.dns.filter((one) => one.includes(':'))];
    const options = [
      v4 === undefined ? '' : `${tag},option:router,${v4.gateway}`,
      dns4.length === 0 ? '' : `${tag},option:dns-server,${dns4.join(',')}`,
      dns6.length === 0 ? '' : `${tag},option6:dns-server,${dns6.map((one) => `[${one}]`).join(',')}`,
    ];
    await this.#write('options', spec.machineId, `${options.filter((line) => line !== '').join('\n')}\n`);
    const addresses = [...(v4 === undefined ? [] : [v4.address]), ...(v6 === undefined ? [] : [`[${v6.address}]`])];
    const words = [spec.mac, `set:${spec.machineId}`, ...addresses, hostNames(spec.hostname).short, '1h'];
    await this.#write('hosts', spec.machineId, `${words.join(',')}\n`);
  }

  async remove(machineId: string): Promise<void> {
    this.#prefixes.delete(machineId);
    for (const name of ['hosts', 'options']) await rm(join(this.#directory, name, machineId), { force: true });
    const running = await this.#running();
    // dnsmasq drops the entries of a deleted file only on a reload.
    if (running !== null) process.kill(running.pid, 'SIGHUP');
  }

  async stop(): Promise<void> {
    const running = await this.#running();
    if (running === null) return;
    process.kill(running.pid, 'SIGTERM');
    for (let i = 0; i < 100 && (await this.#running()) !== null; i++) await sleep(20);
  }

  async removeAll(): Promise<void> {
    await this.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }

  /** Returns the IPv6 arguments. Advertisements are sent every 10 minutes and are valid for 30 minutes. */
  #six(): string[] {
    if (this.#prefixes.size === 0) return [];
    return [
      ...['--enable-ra', `--ra-param=${BRIDGE},600,1800`, `--dhcp-range=${ADVERTISED.prefix},static,off-link,64,1h`],
      ...[...new Set(this.#prefixes.values())]
        .map((network) => network.split('/')[0])
        .sort()
        .flatMap((prefix) => [`--dhcp-range=${prefix},static,64,1h`, `--shared-network=${BRIDGE},${prefix}`]),
    ];
  }

  get #pidFile(): string {
    return join(this.#directory, 'dnsmasq.pid');
  }

  /** Returns the process of the pid file if it is our dnsmasq. The pid may have been reused by another program. */
  async #running(): Promise<{ pid: number; command: string } | null> {
    const pid = Number((await readIfThere(this.#pidFile)) ?? 0);
    if (!Number.isInteger(pid) || pid <= 1) return null;
    const [program = '', ...args] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0').slice(0, -1);
    const ours = program.endsWith('dnsmasq') && args.includes(`--pid-file=${this.#pidFile}`);
    return ours ? { pid, command: args.join('\0') } : null;
  }

  async #write(kind: 'hosts' | 'options', machineId: string, content: string): Promise<void> {
    const file = join(this.#directory, kind, machineId);
    if ((await readIfThere(file)) === content) return;
    await writeFile(file, content);
    await chmod(file, 0o644);
  }
}

function netmask(prefix: number): string {
  const bits = 2 ** 32 - 2 ** (32 - prefix);
  return [24, 16, 8, 0].map((shift) => Math.floor(bits / 2 ** shift) % 256).join('.');
}
