/** Devices of a machine besides its disk: drives, network link, seed, console and screen. */
import type { Nic } from '../network/port.ts';
import type { Seed } from './guest-port.ts';

/** Absolute paths of ISO files on the node. The files may be deleted while they are in a drive. */
export interface Media {
  primary: string | null;
  secondary: string | null;
  /** `iso`: boots from the primary drive, or from the disk when the drive is empty or not bootable. */
  bootFrom: 'disk' | 'iso';
}

export const NO_MEDIA: Media = { primary: null, secondary: null, bootFrom: 'disk' };

/** Access to screen, keyboard and mouse of a running machine: RFB (VNC) with a password. */
export interface ConsoleEndpoint {
  /** A unix socket. Its path may exceed the limit for sockets: connect with `connectIn`. */
  socketPath: string;
  /** 8 characters, valid for connections opened within `CONSOLE_SECONDS`; the next `openConsole` revokes it. */
  password: string;
}

export const CONSOLE_SECONDS = 60;

/** Console, screenshot: the machine must run, else `EngineError('guest')`. */
export interface DevicePort {
  /** Inserts and ejects at once while it runs; the boot order applies from the next start or `reboot`. */
  setMedia(machineId: string, media: Media): Promise<void>;
  /**
   * Boots the rescue system with `seed` from the next start, with access to the disk; null: the disk again. A running
   * machine is not affected.
   */
  setRescue(machineId: string, seed: Seed | null): Promise<void>;
  /**
   * Sets the seed for the next boot, also one started by the guest. A new `instanceId` makes the guest apply it. `nic`: its addresses from
   * then on, as they are attached.
   */
  reseed(machineId: string, seed: Seed, nic?: Nic): Promise<void>;
  /** Sets the network link up or down, now and for every later start. */
  setLink(machineId: string, up: boolean): Promise<void>;
  /** The end of the serial console, at most 64 KiB; of the last run when the machine is off. Untrusted bytes of the guest. */
  consoleLog(machineId: string): Promise<Buffer>;
  /** The screen as a PNG. */
  screenshot(machineId: string): Promise<Buffer>;
  openConsole(machineId: string): Promise<ConsoleEndpoint>;
}
