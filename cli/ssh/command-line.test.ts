import { expect, test } from 'vitest';
import { type Login, sshCommandLine } from './command-line.ts';

const login: Login = {
  endpoint: { host: '10.77.0.2', port: 22, namespace: 'innkeeper' },
  user: 'root',
  identity: '/home/key',
  hostKeyAlias: 'srv-1',
  knownHosts: '/home/known_hosts',
};

test('runs one command through a namespace with a key', () => {
  const { file, args } = sshCommandLine(login, ['BatchMode=yes'], ['uname', '-a']);
  expect([file, ...args].join(' ')).toBe(
    'ip netns exec innkeeper ssh -o HostKeyAlias=srv-1 -o UserKnownHostsFile=/home/known_hosts ' +
      '-o StrictHostKeyChecking=accept-new -o LogLevel=ERROR -o IdentitiesOnly=yes -o BatchMode=yes ' +
      '-i /home/key -p 22 -l root 10.77.0.2 -- uname -a',
  );
});

test("opens a shell over a forwarded port with the user's own keys", () => {
  const { file, args } = sshCommandLine(
    { ...login, endpoint: { host: '127.0.0.1', port: 2201, namespace: null }, identity: null },
    [],
    [],
  );
  expect(file).toBe('ssh');
  expect(args.slice(-5)).toEqual(['-p', '2201', '-l', 'root', '127.0.0.1']);
  expect(args).not.toContain('IdentitiesOnly=yes');
});
