/** What is plugged into a machine besides its disk, and what can be seen of it from outside. */
import type { Seed } from './guest-port.ts';

/** ISO files of the node, by absolute path. They may be removed from there while they are in a drive. */
export interface Media {
  primary: string | null;
  secondary: string | null;
  /** `iso`: from the primary drive, or from the disk when that is empty or does not boot. */
  bootFrom: 'disk' | 'iso';
}

export const NO_MEDIA: Media = { primary: null, secondary: null, bootFrom: 'disk' };

/** A way to the screen, keyboard and mouse of a running machine: RFB (VNC) with a password. */
export interface ConsoleEndpoint {
  /** A unix socket. Its path may be longer than a socket's may be: `connectIn` reaches it all the same. */
  socketPath: string;
  /** 8 characters, good for connections begun within `CONSOLE_SECONDS`; a later door takes it away. */
  password: string;
}

export const CONSOLE_SECONDS = 60;

/** Console, screenshot: the machine must run, else `EngineError('guest')`. */
export interface DevicePort {
  /** Inserts and ejects at once when it runs; the boot order counts from the next start, or the next `reboot` of ours. */
  setMedia(machineId: string, media: Media): Promise<void>;
  /**
   * From the next start the rescue system, which is told `seed` and sees the disk; null: the disk again. A machine that
   * runs goes on as it is.
   */
  setRescue(machineId: string, seed: Seed | null): Promise<void>;
  /** What the guest is told at its next boot, also one that it does by itself. A new `instanceId` makes it apply it. */
  reseed(machineId: string, seed: Seed): Promise<void>;
  /** Plugs the network cable in or out, now and at every later start. */
  setLink(machineId: string, up: boolean): Promise<void>;
  /** The end of the serial console, 64 KiB at most; of the last run when it is off. Bytes of the guest: anything. */
  consoleLog(machineId: string): Promise<Buffer>;
  /** The screen as a PNG. */
  screenshot(machineId: string): Promise<Buffer>;
  openConsole(machineId: string): Promise<ConsoleEndpoint>;
}
