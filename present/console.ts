import type { Console } from '@innkeeper/contract/schemas/console';
import type { RequestUrl } from '@innkeeper/domain/context';
import { iso } from './time.ts';

/** Path of the page that shows a console. The secret of a console follows after `#`, which browsers never send. */
export const VIEWER_PATH = '/console';

/** Presents the addresses of a console. `called` is the URL of `openConsole`. */
export function presentConsole(
  { path: called }: RequestUrl,
  { secret, expiresAt }: { secret: string; expiresAt: Date },
): Console {
  return { url: consoleUrl(called, secret), viewer_url: viewerUrl(called, secret), expires_at: iso(expiresAt) };
}

/** Returns the URL of the console next to the called path: `https://host/v1/servers/7/console` becomes `wss://host/v1/console/...`. */
function consoleUrl(called: string, secret: string): string {
  return called.replace(/^http/, 'ws').replace(/\/servers\/\d+\/console$/, `/console/${secret}`);
}

/** Returns the URL of the page, which is next to `/v1`. The secret is in the fragment, which browsers do not send. */
function viewerUrl(called: string, secret: string): string {
  return called.replace(/\/v1\/servers\/\d+\/console$/, `${VIEWER_PATH}#${secret}`);
}
