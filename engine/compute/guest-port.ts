/** The configuration of a guest: by its seed at boot, and by its agent while it runs. Never contains clear-text passwords. */

import type { UserDataKind } from '@innkeeper/model/servers/user-data';
import type { AddressSpec, NicSpec } from '../nic.ts';

export interface Seed {
  /** NoCloud instance id. A new value makes the guest apply the seed again. */
  instanceId: string;
  hostname: string;
  /** Public keys as OpenSSH lines. */
  sshKeys: readonly string[];
  /** crypt(3) sha512 hash for root, or `null` to disable password login. */
  passwordHash: string | null;
  /** Customer's user data, for the boot that applies the seed. `null` if there is none. */
  startupScript: string | null;
  /** Kind of the user data. Default: `script`. */
  startupScriptKind?: UserDataKind;
  /**
   * Settings to replace in a guest that is not new. Other settings and the host keys stay. The hostname is always applied. Omitted for a
   * new guest, which gets all settings.
   */
  amends?: readonly Amendment[];
}

export type Amendment = 'password' | 'sshKeys';

/**
 * The result of a live change.
 * - `done`: applied, now and after every later boot.
 * - `no_answer`: no agent answers, because the guest is off, booting, in rescue mode, or has no agent. The caller then sets a new seed
 * (`reseed`), which the guest applies at its next boot.
 */
export type GuestAnswer = 'done' | 'no_answer';

/**
 * Live changes through the guest agent. They throw a non-retryable `EngineError('guest')` if the agent refuses, for example for an unknown
 * user.
 */
export interface GuestPort {
  /** Sets the password of a user. `hash` is a crypt(3) hash. */
  setPassword(machineId: string, change: { user: string; hash: string }): Promise<GuestAnswer>;
  setHostname(machineId: string, hostname: string): Promise<GuestAnswer>;
  /** Replaces the SSH keys of root. */
  setSshKeys(machineId: string, keys: readonly string[]): Promise<GuestAnswer>;
  /**
   * Adds these addresses and gateways to the guest. Removes addresses of its last seed or of `gone` that `nic` does not contain. Addresses
   * that the guest's owner added stay. After its next boot the guest has the addresses of its seed.
   */
  setAddresses(machineId: string, nic: Pick<NicSpec, 'mac' | 'addresses'>, gone?: readonly AddressSpec[]): Promise<GuestAnswer>;
}
