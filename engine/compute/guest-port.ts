/** What a guest is told: at its boot by its seed, and while it runs through its agent. No clear password ever gets here. */

export interface Seed {
  /** Changes when the guest shall apply its seed anew (NoCloud instance-id). */
  instanceId: string;
  hostname: string;
  /** OpenSSH public key lines. */
  sshKeys: readonly string[];
  /** crypt(3) sha512 hash for root, or null: no password login. */
  passwordHash: string | null;
  /** A script of the customer, run once at the boot that applies the seed. */
  startupScript: string | null;
  /**
   * Set: the guest is not new, so of password and keys it takes only those named here, exactly as they are told, and keeps
   * its host keys. The hostname holds always.
   */
  amends?: readonly Amendment[];
}

export type Amendment = 'password' | 'sshKeys';

/**
 * - `done`: the guest has it, now and after each later boot.
 * - `no_answer`: no agent answers (the guest is off, still boots, is the rescue system's, or has none). The caller then gives
 *   it a new seed (`reseed`), which it applies at its next boot.
 */
export type GuestAnswer = 'done' | 'no_answer';

/**
 * Live changes, through the guest's agent. An agent that answers but refuses (a user that is not there) fails with
 * `EngineError('guest')`, not retryable.
 */
export interface GuestPort {
  /** `hash`: crypt(3). */
  setPassword(machineId: string, change: { user: string; hash: string }): Promise<GuestAnswer>;
  setHostname(machineId: string, hostname: string): Promise<GuestAnswer>;
  /** Root's keys are these afterwards, and no others. */
  setSshKeys(machineId: string, keys: readonly string[]): Promise<GuestAnswer>;
}
