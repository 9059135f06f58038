/** Blocks jobs that mail links while the installation has no web page. Their rows wait, and one alert names the setting. */
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import type { JobContext } from './job.ts';

const KIND = 'page_unnamed';
const MESSAGE =
  'Mails with links for sign-up and password resets wait, because this installation has no web page for them. Run ./innkeeper config set panel.url URL and ./innkeeper config reload, also on the hosts of other nodes.';

/** Returns whether links can be mailed. Opens the alert if not and something waits. Resolves it otherwise. */
export async function canMailLinks(
  { db, clock, settings }: JobContext,
  waiting: () => Promise<readonly unknown[]>,
): Promise<boolean> {
  if (settings.pageUrl !== null) {
    await resolveAlerts(db, { kind: KIND }, clock.now());
    return true;
  }
  if ((await waiting()).length > 0) await alertOnce(db, { kind: KIND, key: 'links', message: MESSAGE });
  return false;
}
