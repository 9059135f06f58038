/** The devices of a machine other than its disk: drives, network link, seed, console and screen. */
import type { Nic } from '../nic.ts';
import type { Seed } from './guest-port.ts';

/** The ISO files in the drives, as absolute paths on the node. A file may be deleted while it is in a drive. */
export interface Media {
  primary: string | null;
  secondary: string | null;
  /** Boot device. `iso` boots from the primary drive, or from the disk if the drive is empty or not bootable. */
  bootFrom: 'disk' | 'iso';
}

export const NO_MEDIA: Media = { primary: null, secondary: null, bootFrom: 'disk' };

/** Access to screen, keyboard and mouse of a running machine: RFB (VNC) with a password. */
export interface ConsoleEndpoint {
  /** Path of a Unix socket. It may exceed the length limit of sockets, so connect with `connectIn`. */
  socketPath: string;
  /** Password of 8 characters for connections opened within `CONSOLE_SECONDS`. The next `openConsole` revokes it. */
  password: string;
}

export const CONSOLE_SECONDS = 60;

/** Device operations. Console and screenshot throw `EngineError('guest')` unless the machine runs. */
export interface DevicePort {
  /** Inserts and ejects media immediately if the machine runs. The boot order applies from the next start or `reboot`. */
  setMedia(machineId: string, media: Media): Promise<void>;
  /**
   * Selects the rescue system with `seed` for the next start, with access to the disk. `null` selects the disk again. A running machine is
   * not affected.
   */
  setRescue(machineId: string, seed: Seed | null): Promise<void>;
  /**
   * Sets the seed for the next boot, including one started by the guest. A new `instanceId` makes the guest apply it. `nic` replaces the
   * recorded network card, with addresses as attached.
   */
  reseed(machineId: string, seed: Seed, nic?: Nic): Promise<void>;
  /** Sets the network link up or down, now and for every later start. */
  setLink(machineId: string, up: boolean): Promise<void>;
  /**
   * Returns the end of the serial console, at most 64 KiB. For a stopped machine it is from the last run. The bytes come from the guest and
   * are untrusted.
   */
  consoleLog(machineId: string): Promise<Buffer>;
  /** Returns the screen as a PNG. */
  screenshot(machineId: string): Promise<Buffer>;
  openConsole(machineId: string): Promise<ConsoleEndpoint>;
}
