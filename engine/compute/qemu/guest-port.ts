/** Changes a running guest through its agent. */
import type { GuestPort } from '../guest-port.ts';
import type { GuestAnswer } from '../port.ts';
import type { Ask } from './agent.ts';
import { setAddresses, setHostname, setPassword, setSshKeys } from './agent-requests.ts';
import type { Machines } from './machines.ts';

/** A password took 1.1 s in Debian 13 under TCG, on an idle host. */
const ANSWER_MS = 20_000;

export function qemuGuest(machines: Machines): GuestPort {
  const tryAgent = async (machineId: string, act: (ask: Ask) => Promise<void>): Promise<GuestAnswer> => {
    const directory = machines.directory(machineId);
    await directory.requireMachine();
    const record = await machines.runningProcess(directory);
    // Changes in the rescue system would not reach the machine's own system.
    if (record === null || record.rescue === true) return 'no_answer';
    return (await machines.agent(directory, ANSWER_MS, (ask) => act(ask).then(() => 'done' as const))) ?? 'no_answer';
  };
  return {
    setPassword: (machineId, change) => tryAgent(machineId, (ask) => setPassword(ask, change)),
    setHostname: (machineId, hostname) => tryAgent(machineId, (ask) => setHostname(ask, hostname)),
    setSshKeys: (machineId, keys) => tryAgent(machineId, (ask) => setSshKeys(ask, keys)),
    async setAddresses(machineId, nic, gone = []) {
      const { spec } = await machines.directory(machineId).requireMachine();
      return tryAgent(machineId, (ask) => setAddresses(ask, [...spec.nic.addresses, ...gone], nic));
    },
  };
}
