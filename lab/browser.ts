/**
 * Starts Debian's headless Chromium, without background requests to the internet. It has no user interface, and needs 25 s of processor time
 * for two journeys, where the package `chromium` needs 45 s.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';

const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
];

export async function openBrowser(): Promise<{ newPage: BrowserContext['newPage']; close(): Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'innkeeper-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: '/usr/bin/chromium-headless-shell',
    // Chromium refuses to run as root with its sandbox. It opens only pages of the project.
    chromiumSandbox: false,
    // Without this hinting, glyphs in pictures differ from those of the package `chromium`.
    args: [...QUIET, '--disable-sync', '--font-render-hinting=slight'],
  });
  return {
    newPage: () => context.newPage(),
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
