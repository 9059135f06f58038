import type { Settings } from '@innkeeper/model/settings';

/** Where a change of the address is confirmed or stopped, with the secret of a mail. */
export function emailChangeLink({ signUpUrl }: Pick<Settings, 'signUpUrl'>, secret: string): string {
  const link = new URL(signUpUrl);
  link.searchParams.set('email_change', secret);
  return link.href;
}
