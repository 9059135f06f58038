/** What the API needs of a running machine: its screen, its log, its console. apps/ implements it with the engine. */
import type { Duplex } from 'node:stream';
import { Failure } from '@innkeeper/model/failures';

/** The guests of one node. Each method names its machine as `machineIdOf` does. Off, or not there: `wrong_state`. */
export interface Guests {
  /** The end of its serial console, as the guest wrote it; of its last run when it is off. */
  consoleLog(machineId: string): Promise<Buffer>;
  /** A PNG. */
  screenshot(machineId: string): Promise<Buffer>;
  /** A connection that speaks RFB, and the password that it will ask for. */
  openConsole(machineId: string): Promise<{ stream: Duplex; password: string }>;
}

/** By the name of the node, as the row of the server says it. */
export type GuestsOn = (node: string) => Guests;

const refuse = async (): Promise<never> => {
  throw new Failure('not_supported', { message: 'This installation does not offer consoles.' });
};

/** For a process that reaches no engine. */
export const NO_GUESTS: GuestsOn = () => ({ consoleLog: refuse, screenshot: refuse, openConsole: refuse });
