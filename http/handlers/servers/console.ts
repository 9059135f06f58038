import { getConsoleLog } from '@innkeeper/operations/servers/get-log';
import { getConsoleScreenshot } from '@innkeeper/operations/servers/get-screenshot';
import { openConsole } from '@innkeeper/operations/servers/open-console';
import { iso } from '@innkeeper/present/time';
import { VIEWER_PATH } from '../../console/viewer.ts';
import type { Handlers } from '../define.ts';

export const serverConsole = {
  openConsole: async (cx, { server }, url) => {
    const { secret, expiresAt } = await openConsole(cx, { server });
    return { url: consoleUrl(url.path, secret), viewer_url: viewerUrl(url.path, secret), expires_at: iso(expiresAt) };
  },
  getConsoleScreenshot: (cx, { server }, _url, { guests }) => getConsoleScreenshot(cx, { server }, guests),
  getConsoleLog: (cx, { server }, _url, { guests }) => getConsoleLog(cx, { server }, guests),
} satisfies Handlers;

/** Returns the URL of the console next to the called path: `https://host/v1/servers/7/console` becomes `wss://host/v1/console/...`. */
function consoleUrl(called: string, secret: string): string {
  return called.replace(/^http/, 'ws').replace(/\/servers\/\d+\/console$/, `/console/${secret}`);
}

/** Returns the URL of the page, which is next to `/v1`. The secret is in the fragment, which browsers do not send. */
function viewerUrl(called: string, secret: string): string {
  return called.replace(/\/v1\/servers\/\d+\/console$/, `${VIEWER_PATH}#${secret}`);
}
