import { operation } from '../../define.ts';
import { Console } from '../../schemas/console.ts';
import { byId } from '../paths.ts';

/** Screen, keyboard and serial log of a server. They work even if the network of the server does not. */
export const serversConsole = {
  openConsole: operation({
    method: 'POST',
    path: '/servers/{id}/console',
    group: 'Servers',
    section: 'Console',
    title: 'Open the console',
    summary:
      'Creates a secret WebSocket address for screen, keyboard and mouse of a running server. The address can be opened once, within 1 minute. `viewer_url` is a page for browsers, which can reconnect for 12 hours. The console ends when the server stops, after 10 minutes without input, and when its token ends. A console can also be opened while the server is locked.',
    origin: 'ours',
    ability: 'write',
    perMinute: 30,
    ...byId('server'),
    locks: null,
    requires: { server: 'running' },
    bodyKind: 'none',
    reply: { status: 200, schema: Console, secret: true },
    failures: [],
  }),
  getConsoleScreenshot: operation({
    method: 'GET',
    path: '/servers/{id}/console/screenshot',
    group: 'Servers',
    section: 'Console',
    title: 'Take a screenshot',
    summary: 'Returns an image of the current screen of a running server.',
    origin: 'ours',
    ability: 'read',
    perMinute: 60,
    ...byId('server'),
    requires: { server: 'running' },
    bodyKind: 'none',
    reply: { status: 200, contentType: 'image/png' },
    failures: ['not_supported'],
  }),
  getConsoleLog: operation({
    method: 'GET',
    path: '/servers/{id}/console/log',
    group: 'Servers',
    section: 'Console',
    title: 'Get the serial log',
    summary: 'Returns the last 64 KiB of the serial console output of the server, without terminal control sequences.',
    origin: 'ours',
    ability: 'read',
    perMinute: 60,
    ...byId('server'),
    bodyKind: 'none',
    reply: { status: 200, contentType: 'text/plain; charset=utf-8' },
    failures: ['not_supported'],
  }),
};
