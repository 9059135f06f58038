/** Configuration of a guest: by its seed at boot, by its agent while it runs. Clear-text passwords never get here. */

import type { AddressSpec, NicSpec } from '../network/port.ts';

export interface Seed {
  /** A new value makes the guest apply the seed again (NoCloud instance-id). */
  instanceId: string;
  hostname: string;
  /** OpenSSH public key lines. */
  sshKeys: readonly string[];
  /** crypt(3) sha512 hash for root, or null: no password login. */
  passwordHash: string | null;
  /** A customer's script, run once at the boot that applies the seed. */
  startupScript: string | null;
  /**
   * Set for a guest that is not new: it changes only the password or keys named here, replacing them, and keeps
   * its host keys. The hostname is always applied.
   */
  amends?: readonly Amendment[];
}

export type Amendment = 'password' | 'sshKeys';

/**
 * - `done`: applied, now and after every later boot.
 * - `no_answer`: no agent answers (the guest is off, booting, in rescue mode, or has none). The caller then sets
 *   a new seed (`reseed`), which the guest applies at its next boot.
 */
export type GuestAnswer = 'done' | 'no_answer';

/**
 * Live changes through the guest agent. An agent that refuses (an unknown user) makes them fail with
 * `EngineError('guest')`, not retryable.
 */
export interface GuestPort {
  /** `hash`: crypt(3). */
  setPassword(machineId: string, change: { user: string; hash: string }): Promise<GuestAnswer>;
  setHostname(machineId: string, hostname: string): Promise<GuestAnswer>;
  /** Replaces root's keys. */
  setSshKeys(machineId: string, keys: readonly string[]): Promise<GuestAnswer>;
  /**
   * Gives the guest these addresses and gateways, and takes those away that its last seed or `gone` name and `nic` does not. Addresses that its
   * owner added stay. From its next boot on the guest has the addresses of its seed.
   */
  setAddresses(machineId: string, nic: Pick<NicSpec, 'mac' | 'addresses'>, gone?: readonly AddressSpec[]): Promise<GuestAnswer>;
}
