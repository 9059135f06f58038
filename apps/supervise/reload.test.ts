import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveSupervisor } from './reload.ts';

test('an idle connected peer does not prevent the supervisor from exiting', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'innkeeper-reload-'));
  const file = join(directory, 'supervisor.sock');
  const served = await serveSupervisor(file, { reload: async () => ({ ok: true, changed: [] }), show: async () => ({}) });
  try {
    const idle = createConnection(file);
    await once(idle, 'connect');
    const asking = createConnection(file);
    asking.setEncoding('utf8').write('{"command":"reload"}\n');
    expect(await once(asking, 'data')).toEqual(['{"ok":true,"changed":[]}\n']);
    const cutOff = once(idle, 'close');
    await served.close();
    await cutOff;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
