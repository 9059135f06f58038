/** Pages for programs, records, and the account. Their data modules are loaded with them. */
import { lazyPage } from '../../router/page.ts';
import type { Route } from '../../router/router.tsx';

const tokens = lazyPage(async () => (await import('../../pages/tokens/tokens.tsx')).Tokens);

export const PROGRAM_ROUTES: readonly Route[] = [
  {
    path: '/tokens',
    ...tokens,
    load: () => [tokens.load(), import('../../data/tokens.ts').then(({ loadTokens }) => loadTokens())],
  },
];
