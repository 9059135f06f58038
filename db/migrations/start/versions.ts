/**
 * Versions of the state that a cached reply shows (http/response-cache/cache.ts).
 *
 * Each account has a version. Every transaction that changes a row which such reads show of the account raises it once. The catalogue,
 * which all accounts share, has a version too. A version is raised in the transaction of the change, under a lock that is held to the end
 * of the commit. A reader that reads the same version before and after has therefore seen the same rows.
 *
 * An event of a server or an order raises the version. Only changes without an event are noted by triggers of their own. This saves time:
 * PostgreSQL parses the conditions of triggers in each statement, and those of an order's 27 triggers took 0.5 ms of 5.9. The test
 * lab/cross-cutting/cached-reads.test.ts finds a cached read of a table that is on none of these lists.
 *
 * A version of all servers of the account (`all_servers`) was raised too, until a later migration dropped it.
 *
 * An account's replies show nothing of another account's rows: keys, links, orders and addresses belong to the account of their server.
 */
import { atCommit } from './at-commit.ts';

type Rows = readonly ('old' | 'new')[];

/** Expressions that note the accounts of a row, by `note_shown` or `note_all_servers`. `old` and `new` differ if the row changed hands. */
const NOTES = {
  account_id: (rows: Rows, kind: Kind) => `note_${kind}(${rows.map((row) => `${row}.account_id`).join(', ')})`,
  service: (column: string) => (rows: Rows, kind: Kind) => `note_${kind}_of_service(${rows.at(-1)}.${column})`,
  address: (column: string) => (rows: Rows) => `note_all_servers_of_address(${rows.map((row) => `${row}.${column}`).join(', ')})`,
  order: (column: string) => (rows: Rows) => `note_shown_of_order(${rows.at(-1)}.${column})`,
  line: (rows: Rows) => `note_line(${rows.at(-1)}.order_id, ${rows.map((row) => `${row}.service_type`).join(', ')})`,
};

/** Kind of a note. `all_servers`: pages show something else of the account's servers, and no event of a server reports it. */
type Kind = 'shown' | 'all_servers';

interface Shown {
  note: (rows: Rows, kind: Kind) => string;
  /** Condition on the rows, which begins with a column. */
  which?: string;
  /** Columns that cached reads read, for updates. Defaults to all columns. */
  columns?: readonly string[];
  /** Changes that already write an event of a server or an order (events.ts), which raises the version. */
  coveredByEvents?: readonly ('insert' | 'update' | 'delete')[];
  /** Condition for `all_servers`. Default: always. `false` if pages of servers show nothing of the table. */
  allServers?: ((rows: Rows) => string) | false;
}

/** Types of orders whose lines servers show while the orders wait for payment. */
const RENEWING = "('renew-service', 'combined')";

/** Columns of a server that pages show and that its events do not report. */
const UNCOVERED_SERVER_COLUMNS = ['startup_script', 'startup_script_at'];

/** Tables whose rows cached reads show, each row to one account. */
export const SHOWN_OF_ACCOUNT: Readonly<Record<string, Shown>> = {
  // Each update of a server's service writes an event.
  services: { note: NOTES.account_id, allServers: (rows) => `${rows.at(-1)}.type <> 'server'` },
  server_details: {
    note: NOTES.service('id'),
    coveredByEvents: ['insert'],
    allServers: (rows) => (rows.length === 2 ? differs(UNCOVERED_SERVER_COLUMNS) : 'true'),
  },
  addon_details: { note: NOTES.service('id') },
  floating_ip_details: { note: NOTES.service('id') },
  // Cancellations of addons are shown with their server and write no event.
  cancel_requests: { note: NOTES.service('service_id') },
  locks: {
    note: NOTES.service('resource_id'),
    which: "kind in ('server', 'floating_ip')",
    coveredByEvents: ['insert', 'delete'],
  },
  // An address that a server gets or loses writes an event.
  ip_addresses: {
    note: NOTES.account_id,
    allServers: (rows) => (rows.length === 2 ? `not (${differs(['server_id', 'main'])})` : 'true'),
  },
  // The state of the push to the DNS server is not shown.
  ptr_names: { note: NOTES.address('ip_address_id'), columns: ['ip_address_id', 'name'] },
  ssh_keys: { note: NOTES.account_id },
  server_ssh_keys: { note: NOTES.service('server_id') },
  firewalls: { note: NOTES.account_id, allServers: false },
  firewall_servers: { note: NOTES.service('server_id'), allServers: false },
  orders: {
    note: NOTES.account_id,
    coveredByEvents: ['insert'],
    allServers: (rows) => rows.map((row) => `${row}.type in ${RENEWING}`).join(' or '),
  },
  order_lines: { note: NOTES.line },
  invoices: { note: NOTES.account_id, allServers: false },
  ledger_entries: { note: NOTES.account_id, allServers: false },
  // A new page or state writes events of the orders that the payment pays. A later migration notes updates of the other columns.
  payments: { note: NOTES.account_id, coveredByEvents: ['update'], allServers: false },
  payment_orders: { note: NOTES.order('order_id'), allServers: false },
  // The ledger account of a customer changes with each posting to it.
  ledger_accounts: { note: NOTES.account_id, allServers: false },
};

/** Tables whose rows cached reads show to everybody. The operator changes them, and the worker marks images without their file. */
export const SHOWN_TO_ALL = ['addon_products', 'floating_ip_plans', 'plans', 'images', 'image_groups', 'seller'];

/**
 * Tables that cached reads also read, but whose visible content changes only with rows of the first list, in the same transaction.
 */
export const FOLLOWING = ['invoice_orders', 'ledger_postings', 'server_search', 'service_ends'];

export const VERSIONS = `
  -- One row: the version of the data that cached reads show to all accounts. Each transaction that changes this raises it (versions.ts).
  create table catalogue_version (
    only_one boolean primary key default true check (only_one),
    version bigint not null default 1
  );
  insert into catalogue_version default values;

  ${noteFunction('shown')}
  -- Notes a change of what pages show of the account's servers that no event of a server reports.
  ${noteFunction('all_servers')}

  create function note_all_servers_of_service(service integer) returns boolean language plpgsql as $$
  begin
    return note_all_servers((select account_id from services where id = service));
  end $$;

  -- A service with a noted event needs no look-up.
  create function note_shown_of_service(service integer) returns boolean language plpgsql as $$
  begin
    if strpos(current_setting('innkeeper.notes', true), E'\\tserver\\t' || service || E'\\t') > 0 then return false; end if;
    return note_shown((select account_id from services where id = service));
  end $$;

  create function note_shown_of_order(an_order integer) returns boolean language plpgsql as $$
  begin
    if strpos(current_setting('innkeeper.notes', true), E'\\torder\\t' || an_order || E'\\t') > 0 then return false; end if;
    return note_shown((select account_id from orders where id = an_order));
  end $$;

  -- The change of an address without a holder is noted for its own row.
  create function note_all_servers_of_address(named integer, other_named integer default null) returns boolean language plpgsql as $$
  begin
    return note_all_servers(
      (select account_id from ip_addresses where id = named), (select account_id from ip_addresses where id = other_named));
  end $$;

  -- A server shows until when it would be paid, including renewals that wait for payment.
  create function note_line(an_order integer, of_type text, other_type text default null) returns boolean language plpgsql as $$
  declare renewed integer;
  begin
    if of_type = 'server' or other_type = 'server' then
      select account_id into renewed from orders where id = an_order and type in ${RENEWING};
      if found then return note_all_servers(renewed); end if;
    end if;
    return note_shown_of_order(an_order);
  end $$;

  create function note_catalogue() returns boolean language plpgsql as $$
  begin
    return take_note(E'0\\tcatalogue\\t0');
  end $$;

  ${Object.entries(SHOWN_OF_ACCOUNT)
    .flatMap(([table, shown]) => triggersOf(table, shown))
    .join('\n  ')}
  ${SHOWN_TO_ALL.flatMap((table) => triggersOf(table, { note: () => 'note_catalogue()' })).join('\n  ')}
`;

/**
 * Returns a function that notes each account once, as far as the notes were not put aside. It notes nothing for null, a row that nobody is
 * shown.
 */
function noteFunction(kind: Kind): string {
  return `create function note_${kind}(account integer, other_account integer default null) returns boolean language plpgsql as $$
  declare
    notes text := coalesce(current_setting('innkeeper.notes', true), '') || E'\\n';
    first boolean := false;
  begin
    if account is not null and strpos(notes, E'\\n' || account || E'\\t${kind}\\t0') = 0 then
      first := take_note(account || E'\\t${kind}\\t0');
    end if;
    if other_account is distinct from account and other_account is not null then first := note_${kind}(other_account) or first; end if;
    return first;
  end $$;`;
}

function triggersOf(table: string, { note, which, columns, coveredByEvents = [], allServers }: Shown): string[] {
  const rows = { insert: ['new'], update: ['old', 'new'], delete: ['old'] } as const;
  const changed = columns ? differs(columns) : 'old is distinct from new';
  const acts = Object.entries(rows).filter(([act]) => !coveredByEvents.some((one) => one === act));
  return acts.map(([act, ofAct]) => {
    const conditions = [...(act === 'update' ? [changed] : []), ...(which ? [`${ofAct.at(-1)}.${which}`] : [])];
    const noted = noteOf(ofAct, note, allServers);
    const when = conditions.length > 0 ? `case when ${conditions.join(' and ')} then ${noted} else false end` : noted;
    return atCommit(`raise_version_${act}`, `${act} on ${table}`, when);
  });
}

function noteOf(rows: Rows, note: Shown['note'], allServers: Shown['allServers']): string {
  if (allServers === undefined) return note(rows, 'all_servers');
  if (allServers === false) return note(rows, 'shown');
  return `case when ${allServers(rows)} then ${note(rows, 'all_servers')} else ${note(rows, 'shown')} end`;
}

function differs(columns: readonly string[]): string {
  return `(${columns.map((column) => `old.${column}`)}) is distinct from (${columns.map((column) => `new.${column}`)})`;
}
