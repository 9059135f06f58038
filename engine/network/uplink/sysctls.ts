/**
 * Host kernel settings that several installations may need. Each installation is a holder of the settings that it needs. The original value
 * returns when the last holder releases the setting. Records last until the next boot of the host, like the settings.
 *
 * Files: `<directory>/<host>/<name>/before` and `holders/<installation>`. Two installations that begin and end at the same moment may undo
 * each other's change. The next `hold`, within a minute, sets the value again.
 */
import { mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isNodeError, readIfThere } from '../../atomic.ts';
import type { Netns } from '../netns.ts';

const DIRECTORY = '/run/innkeeper/sysctls';

export class HostSysctls {
  readonly #host: Netns;
  readonly #holder: string;
  readonly #directory: string;

  constructor(host: Netns, holder: string) {
    this.#host = host;
    this.#holder = holder;
    this.#directory = join(DIRECTORY, host.name ?? 'host');
  }

  /** Sets a value and becomes a holder. `name` has the form `ipv4/conf/eth0/forwarding`. */
  async hold(name: string, value: string): Promise<void> {
    const now = await this.#host.readSysctl(name);
    if (now === null) return;
    const [before, holders] = [join(this.#of(name), 'before'), join(this.#of(name), 'holders')];
    for (let tries = 0; ; tries++) {
      try {
        await mkdir(holders, { recursive: true });
        await writeFile(before, now, { flag: 'wx' }).catch((error: unknown) => {
          if (!isNodeError(error, 'EEXIST')) throw error;
        });
        await writeFile(join(holders, this.#holder), '');
        break;
      } catch (error) {
        // The last holder has just released the setting.
        if (!isNodeError(error, 'ENOENT') || tries > 9) throw error;
      }
    }
    if (now !== value) await this.#host.writeSysctl(name, value);
  }

  /** Lists the settings that this installation holds. */
  async listHeld(): Promise<string[]> {
    const names: string[] = await readdir(this.#directory).catch(() => []);
    const mine: string[] = [];
    for (const name of names) {
      const holders: string[] = await readdir(join(this.#directory, name, 'holders')).catch(() => []);
      if (holders.includes(this.#holder)) mine.push(name.replaceAll(',', '/'));
    }
    return mine;
  }

  /** Releases all settings that this installation holds, except `kept`. */
  async release(kept: readonly string[] = []): Promise<void> {
    for (const name of await this.listHeld()) if (!kept.includes(name)) await this.#release(name);
    await rmdir(this.#directory).catch(() => undefined);
  }

  async #release(name: string): Promise<void> {
    const directory = this.#of(name);
    await rm(join(directory, 'holders', this.#holder), { force: true });
    const last = await rmdir(join(directory, 'holders')).then(
      () => true,
      () => false,
    );
    if (!last) return;
    const before = await readIfThere(join(directory, 'before'));
    if (before !== null && !(await this.#turnedOnForAll(name))) await this.#restore(name, before);
    await rm(directory, { recursive: true, force: true });
  }

  /** Returns whether IPv4 forwarding is now on for all interfaces. In that case this interface needs it too. */
  async #turnedOnForAll(name: string): Promise<boolean> {
    return /^ipv4\/conf\/.*\/forwarding$/.test(name) && (await this.#host.readSysctl('ipv4/conf/all/forwarding')) === '1';
  }

  async #restore(name: string, value: string): Promise<void> {
    const now = await this.#host.readSysctl(name);
    if (now !== null && now !== value) await this.#host.writeSysctl(name, value);
  }

  #of(name: string): string {
    return join(this.#directory, name.replaceAll('/', ','));
  }
}
