/** Runs FastNetMon of Debian on the same packets: on the wire to the node, before any rule. */
import { spawn } from 'node:child_process';
import { access, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { attempt } from '@innkeeper/engine/host/run';
import type { Netns } from '@innkeeper/engine/network/netns';
import { portSpeedOf, thresholdsOf } from '@innkeeper/model/attacks/limits';
import { PORT_MBPS } from './field.ts';

const PROGRAM = '/usr/sbin/fastnetmon';

export async function fastnetmonVersion(): Promise<string | null> {
  const { code, stdout } = await attempt('dpkg-query', ['-W', 'fastnetmon']);
  const isThere = await access(PROGRAM).then(
    () => true,
    () => false,
  );
  return code === 0 && isThere ? (stdout.trim().split('\t')[1] ?? null) : null;
}

const ours = thresholdsOf(portSpeedOf(PORT_MBPS));

/** Settings of FastNetMon: its own defaults, and the thresholds of Innkeeper as far as FastNetMon has them. */
export const SETTINGS = {
  own: { ban_for_pps: 'on', threshold_pps: 20_000, ban_for_bandwidth: 'on', threshold_mbps: 1_000 },
  ours: {
    ...{ ban_for_pps: 'on', threshold_pps: ours.packets },
    ...{ ban_for_bandwidth: 'on', threshold_mbps: ours.bits / 1e6 },
    ...{ ban_for_udp_pps: 'on', threshold_udp_pps: ours.unsolicited.udp },
    ...{ ban_for_tcp_syn_pps: 'on', threshold_tcp_syn_pps: ours.unsolicited.syn },
    ...{ ban_for_icmp_pps: 'on', threshold_icmp_pps: ours.unsolicited.other },
  },
} as const;

export interface Watcher {
  /** Returns the time of its report of an attack, in Unix milliseconds, or `null` without a report. */
  reportedAt(): Promise<number | null>;
  close(): Promise<void>;
}

/** Watches the device `host` of the namespace. Watching starts after a short delay. */
export async function openFastnetmon(router: Netns, settings: Readonly<Record<string, string | number>>): Promise<Watcher> {
  const dir = await mkdtemp(path.join(tmpdir(), 'innkeeper-bench-fastnetmon-'));
  const file = (name: string) => path.join(dir, name);
  const shared = {
    ...{
      disable_usage_report: 'on',
      enable_ban: 'on',
      enable_ban_ipv6: 'off',
      enable_connection_tracking: 'off',
      enable_api: 'off',
    },
    ...{ process_incoming_traffic: 'on', process_outgoing_traffic: 'off', prometheus: 'off', redis_enabled: 'off' },
    ...{ mirror_afpacket: 'on', interfaces: 'host', check_period: 1, average_calculation_time: 5, speed_calculation_delay: 1 },
    ...{ monitor_local_ip_addresses: 'off', ban_time: 1900, unban_only_if_attack_finished: 'on', ban_for_flows: 'off' },
    ...{ networks_list_path: file('networks'), white_list_path: file('whitelist'), notify_script_path: file('notify') },
    ...{ pid_path: file('pid'), cli_stats_file_path: file('stats'), cli_stats_ipv6_file_path: file('stats6') },
  };
  await writeFile(
    file('conf'),
    Object.entries({ ...shared, ...settings })
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(''),
  );
  await writeFile(file('networks'), '198.51.100.128/26\n');
  await writeFile(file('whitelist'), '');
  // FastNetMon also calls the script when a ban ends.
  await writeFile(file('notify'), `#!/bin/sh\n[ "$4" = ban ] && date +%s%3N >> ${file('told')}\ncat > /dev/null\n`);
  await chmod(file('notify'), 0o755);
  const args = ['netns', 'exec', router.name ?? '', PROGRAM, '--configuration_file', file('conf'), '--log_file', file('log')];
  const child = spawn('ip', [...args, '--disable_pid_logic'], { stdio: 'ignore' });
  return {
    async reportedAt() {
      const reported = await readFile(file('told'), 'utf8').catch(() => '');
      return reported === '' ? null : Number(reported.split('\n')[0]);
    },
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      await rm(dir, { recursive: true });
    },
  };
}
