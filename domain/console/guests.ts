/** The port through which the API reaches a running machine: screen, log and console. apps/ implements it with the engine. */
import type { Duplex } from 'node:stream';
import { Failure } from '@innkeeper/model/failures';

/**
 * The guests of one node. Each method takes the machine id that `machineIdOf` returns, and throws `wrong_state` if the machine does not
 * exist.
 */
export interface Guests {
  /**
   * Returns the end of the serial log, which is untrusted text of the guest. For a machine that is off, returns the log of its last run.
   */
  consoleLog(machineId: string): Promise<Buffer>;
  /** Returns a screenshot as PNG. Throws `wrong_state` if the machine is off. */
  screenshot(machineId: string): Promise<Buffer>;
  /** Opens an RFB connection, and returns it with its password. Throws `wrong_state` if the machine is off. */
  openConsole(machineId: string): Promise<{ stream: Duplex; password: string }>;
  /** Returns whether the machine is no longer on the node, for example because its server has moved. Called after a console has ended. */
  hasLeft?(machineId: string): Promise<boolean>;
}

/** Returns the guests of a node by the node's name. */
export type GuestsOn = (node: string) => Guests;

const refuse = async (): Promise<never> => {
  throw new Failure('not_supported', { message: 'This installation does not offer consoles.' });
};

/** Guests for a process without access to an engine. Every call throws `not_supported`. */
export const NO_GUESTS: GuestsOn = () => ({ consoleLog: refuse, screenshot: refuse, openConsole: refuse });
