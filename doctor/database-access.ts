/**
 * Explains why a further node cannot use the database. A host that somebody took over is shut out by its database role, and its worker then
 * does not come up again.
 */
import { isDatabaseUnavailable, sqlState } from '@innkeeper/db/transaction';
import type { HostFinding } from '@innkeeper/engine/host/finding';

const SHUT_OUT = 'unless this host was shut out on purpose,';

/** Returns the finding about an error of the database that concerns all of this host, or `null` for another error. */
export function explainNoAccess(error: unknown): HostFinding | null {
  const finding = (why: string, remedy: string): HostFinding => ({
    name: 'database',
    ok: false,
    why: `${why}: ${messageOf(error)}`,
    remedy,
  });
  switch (sqlState(error)) {
    // A role without the right to log in, and an address without an entry in pg_hba.conf.
    case '28000':
      return finding(
        'the database shuts this host out',
        `${SHUT_OUT} let its role log in again (alter role … login), or add its address to pg_hba.conf`,
      );
    case '28P01':
      return finding(
        'the database refuses the password of this host',
        `${SHUT_OUT} write the URL with the right password into the file of database.url_file`,
      );
    case '42501':
      return finding(
        'the role of this host has not the rights of a worker',
        `${SHUT_OUT} run "grant innkeeper_worker to …" with its role, and restart the first host`,
      );
    default:
      if (!isDatabaseUnavailable(error)) return null;
      return finding('the database does not answer', 'check its server, the network and database.url_file');
  }
}

/** Returns the message of an error. Node.js leaves it empty if a name has several addresses, and none answers. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
