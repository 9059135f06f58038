import { balanceQuery } from '../data/balance.ts';
import { unfinishedQuery } from '../data/operations.ts';
import { queryClient } from '../data/query.ts';
import { serverIndexQuery } from '../data/servers.ts';

let isShellLoaded = false;

/** Loads the data of the shell and of the first page once, because a suspended part renders repeatedly. */
export function loadShell(loadPage: () => void): void {
  if (isShellLoaded) return;
  isShellLoaded = true;
  void queryClient.prefetchQuery(serverIndexQuery);
  void queryClient.prefetchQuery(unfinishedQuery);
  void queryClient.prefetchQuery(balanceQuery);
  loadPage();
}
