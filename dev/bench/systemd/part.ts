/** Restarts, a kill and a reboot under systemd, with a real guest: the figures of `npm run test:systemd`, which proves them. */
import { run } from '@innkeeper/engine/host/run';
import type { SystemdFigures } from '@innkeeper/lab/systemd/figures';
import { part } from '../part.ts';
import { row } from '../words.ts';

const MAX_MS = 45 * 60_000;

export const systemd = part<SystemdFigures>({
  title: 'Restarts and a reboot under systemd',
  always: false,
  async measure({ say }) {
    const output = await run('npm', ['run', 'test:systemd'], { timeoutMs: MAX_MS, maxBytes: 64 << 20 });
    say(output);
    const [, text] = /^systemd figures: (\{.*\})$/m.exec(output) ?? [];
    if (text === undefined) throw new Error('the test printed no figures');
    return JSON.parse(text) as SystemdFigures;
  },
  section: (figures) => `Debian 13 in systemd-nspawn with one real guest under TCG, which is pinged 5 times a second.

| event | what is measured | measured |
|---|---|---|
${[
  row('`systemctl restart innkeeper`', 'packets lost in a row, as time', `${figures.restartGapSeconds} s`),
  row('', 'the API answers again after', `${figures.restartSeconds} s`),
  row('`kill -9` of the supervisor', 'packets lost in a row, as time', `${figures.killGapSeconds} s`),
  row('', 'the API answers again after', `${figures.killSeconds} s`),
  row('reboot', 'shutdown of the guest and the machine', `${figures.shutdownSeconds} s`),
  row('', 'the API answers after the boot of systemd', `${figures.bootSeconds} s`),
  row('', 'the guest answers after the API', `${figures.guestSeconds} s`),
].join('\n')}`,
  targets: ({ restartGapSeconds, killGapSeconds, guestSeconds }) => [
    {
      target: 'Restart and kill of Innkeeper: longest gap of a guest',
      aim: 'under 1 s',
      measured: `${Math.max(restartGapSeconds, killGapSeconds)} s`,
      met: Math.max(restartGapSeconds, killGapSeconds) < 1,
    },
    {
      target: 'Reboot: the guest runs again after the API',
      aim: 'under 60 s',
      measured: `${guestSeconds} s`,
      met: guestSeconds < 60,
    },
  ],
});
