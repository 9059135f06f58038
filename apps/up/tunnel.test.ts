import { expect, test } from 'vitest';
import type { ListenSettings } from '../transport/transport.ts';
import { tunnelCommand } from './tunnel.ts';

const listening: ListenSettings = {
  address: '127.0.0.1',
  port: 7080,
  tlsCert: null,
  tlsKey: null,
  trustProxy: [],
  publicUrl: null,
  isTrial: false,
};
const caller = { env: {}, parentEnvironments: [], hostname: 'rack7' };
const SSH = '198.51.100.9 50123 203.0.113.7 22';

test('names the address of the incoming connection, also through sudo', () => {
  const command = 'ssh -L 7080:127.0.0.1:7080 root@203.0.113.7';
  expect(tunnelCommand(listening, { ...caller, env: { USER: 'root', SSH_CONNECTION: SSH } })).toContain(command);
  const sudo = { env: { USER: 'root', SUDO_USER: 'ann' }, parentEnvironments: [{}, { SSH_CONNECTION: SSH }] };
  expect(tunnelCommand(listening, { ...caller, ...sudo })).toContain('ann@203.0.113.7');
});

test('is omitted on the machine itself, and if others can reach the API', () => {
  expect(tunnelCommand(listening, { ...caller, env: { USER: 'root' } })).toBeNull();
  expect(tunnelCommand({ ...listening, address: '0.0.0.0' }, { ...caller, env: { SSH_CONNECTION: SSH } })).toBeNull();
});
