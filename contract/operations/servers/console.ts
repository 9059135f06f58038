import { operation } from '../../define.ts';
import { Console } from '../../schemas/console.ts';
import { byId } from '../paths.ts';

/** The screen and keyboard of a server, for when the network is no way in. */
export const serversConsole = {
  openConsole: operation({
    method: 'POST',
    path: '/servers/{id}/console',
    group: 'Servers',
    section: 'Console',
    title: 'Open the console',
    summary:
      'A secret address of the screen, keyboard and mouse of a running server: a WebSocket that can be opened once, within a minute. A browser opens `viewer_url`, a page that can reconnect for 12 hours when its connection breaks. The console ends when the server stops, when the client sends nothing for 10 minutes, and when the token that opened it ends. It can also be opened while the server is locked.',
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
    summary: 'What the screen of a running server shows now.',
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
    summary: 'The last 64 KiB that the server wrote to its serial console, without control sequences for terminals.',
    origin: 'ours',
    ability: 'read',
    perMinute: 60,
    ...byId('server'),
    bodyKind: 'none',
    reply: { status: 200, contentType: 'text/plain; charset=utf-8' },
    failures: ['not_supported'],
  }),
};
