import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { requirePublicPage } from '@innkeeper/domain/page-link';
import { invalid } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { rulesView } from './view.ts';

/**
 * Changes the sign-up settings. Throws `validation` with the field if terms are missing, and `not_supported` for open sign-up if the host
 * has no web page.
 */
export async function setSignup(cx: OperatorCx, input: OperatorInput<'setSignup'>): Promise<OperatorResult<'setSignup'>> {
  const { db } = cx;
  const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  if (Object.keys(changes).length === 0) throw invalid('mode', 'Name at least one setting to change.');
  const before = await db.selectFrom('sign_up_settings').selectAll().forUpdate().executeTakeFirstOrThrow();
  const { mode, terms_version, terms_url } = { ...before, ...input };
  if (mode !== 'closed' || terms_version !== null || terms_url !== null) {
    if (terms_version === null) throw invalid('terms_version', 'Name the version of the terms of service that customers accept.');
    if (terms_url === null) throw invalid('terms_url', 'Name the URL of the terms of service.');
  }
  if (mode === 'open') requirePublicPage(cx.settings);
  await db.updateTable('sign_up_settings').set(changes).execute();
  await audit(cx, 'setSignup', null, changes);
  return rulesView(cx);
}
