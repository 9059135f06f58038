/** Live changes of a guest, through its agent. */
import type { GuestPort } from '../guest-port.ts';
import type { GuestAnswer } from '../port.ts';
import type { Ask } from './agent.ts';
import { setHostname, setPassword, setSshKeys } from './agent-acts.ts';
import type { Machines } from './machines.ts';

/** A password took 1.1 s in Debian 13 under TCG, on an idle host. */
const ANSWER_MS = 20_000;

export function qemuGuest(machines: Machines): GuestPort {
  const tell = async (machineId: string, act: (ask: Ask) => Promise<void>): Promise<GuestAnswer> => {
    const directory = machines.directory(machineId);
    await directory.existing();
    const record = await machines.running(directory);
    // What the rescue system is told, the server's own never hears.
    if (record === null || record.rescue === true) return 'no_answer';
    return (await machines.agent(directory, ANSWER_MS, (ask) => act(ask).then(() => 'done' as const))) ?? 'no_answer';
  };
  return {
    setPassword: (machineId, change) => tell(machineId, (ask) => setPassword(ask, change)),
    setHostname: (machineId, hostname) => tell(machineId, (ask) => setHostname(ask, hostname)),
    setSshKeys: (machineId, keys) => tell(machineId, (ask) => setSshKeys(ask, keys)),
  };
}
