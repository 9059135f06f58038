/** Requirements for the API description: the sentences of the source document, all failure codes, and the actual limits. */
import { readFileSync } from 'node:fs';
import { FAILURE_CODES } from '@innkeeper/model/failures';
import { defaultSettings } from '@innkeeper/model/settings/settings';
import { describe, expect, it } from 'vitest';
import { STATUS } from '../reply/status.ts';

const flat = (text: string): string => text.replace(/\s+/g, ' ');
const description = readFileSync('contract/description.md', 'utf8');
const text = flat(description);

/** Sentences of the source document about behaviour, and where the description has them. */
const SENTENCES: readonly (readonly [source: string, here: string])[] = [
  [
    'The service is a JSON REST API over HTTPS for managing virtual servers',
    'A JSON REST API over HTTPS for managing virtual servers',
  ],
  ['and the account resources around them', 'the account resources around them: backups, snapshots, SSH keys, floating IPs'],
  ['Requests and responses use JSON', 'Requests and responses use JSON'],
  [
    'except the ticket reply, which is sent as multipart/form-data',
    'except tickets and their replies, which are sent as `multipart/form-data`',
  ],
  ['Every request is authenticated by a bearer token', 'Every request is authenticated by a bearer token'],
  [
    'A single resource is returned as a bare JSON object with no wrapper',
    'A single resource is a bare JSON object with no wrapper',
  ],
  [
    'A paginated list is an object with data, links and meta',
    'an object with `data` (array), `links` (object) and `meta` (object)',
  ],
  [
    'links.first and links.last: URL of the first and last page',
    '| `links.first`, `links.last` | URLs of the first and the last page |',
  ],
  ['links.prev is null on the first page, links.next on the last', 'null on the first and on the last page'],
  ['meta.path: URL of the list without query', '| `meta.path` | URL of the list without query |'],
  ['meta.links: url (string or null), label, active', 'each with `url` (null where there is no such page), `label` and `active`'],
  ['entries are a previous-page link, one per page, a next-page link', 'a previous-page link, one per page, a next-page link'],
  ['labels of the previous and next entries vary between lists', 'Labels of the previous and next entries vary between lists'],
  ['The page query parameter selects the page', '`page` selects the page'],
  [
    'per_page 50 for server images and backups, 20 for balance transactions',
    'The default is 20; 50 for server images, backups and snapshots',
  ],
  ['a restore target must have a disk of equal or greater size', 'a restore target must have a disk of equal or greater size'],
  ['size: disk size of the server when the backup was taken', 'is the disk size of the server when it was taken'],
  ['created_at of a backup: ISO 8601 with offset', 'Backups and snapshots carry an offset'],
  ['amount_with_vat: negative for a payment out of the balance', 'negative for a payment out of it'],
  ['limit: bandwidth limit of the server, in GB', 'have its `limit` in GB'],
  ['used: used in the current bandwidth cycle', '`used` in the current bandwidth cycle'],
  ['daily_usage with Unix times', 'the `daily_usage` of each day'],
  ['status of a ticket, value seen: opened', 'A ticket begins as `opened`'],
  ['service_type, one of: server, shared-hosting', 'a service of the type `server` or `shared-hosting`'],
  [
    'is_customer: true when written by the customer, false when by support staff',
    '`is_customer` is true when the customer wrote it and false when support staff did',
  ],
  ['The value awaiting_payment is shown', 'it waits (`awaiting_payment`)'],
  [
    'The service is locked while an operation is in progress',
    'While an operation is in progress, the server, floating IP or other service is locked',
  ],
  ['locked, locked_at, lock_reason describe the lock', 'its fields `locked`, `locked_at` and `lock_reason` describe the lock'],
  ['A conflicting mutation of a locked service: response 423', 'A conflicting mutation gets response 423'],
  ['the caller retries after the lock clears', 'retry after the lock clears'],
  ['a read request of a locked service succeeds normally', 'A read request succeeds normally'],
  ['restarting a running server reboots it', 'Restarting a running server reboots it'],
  ['restarting a stopped server starts it instead', 'restarting a stopped server starts it'],
  [
    'All requests send the header Accept, default application/json',
    'Send `Accept: application/json` with every request; it is assumed where the header is missing',
  ],
  ['filter[type], filter[group] of server images', 'Server images: `filter[type]`, `filter[group]`'],
  ['filter[virtualization], default kvm', '`filter[virtualization]` (default `kvm`)'],
  ['filter[date]: creation date, format YYYY-MM-DD', '`filter[date]` is the day of creation, `YYYY-MM-DD`'],
  ['filter[server_id]: only backups of this server', '`filter[server_id]` leaves only copies of this server'],
  ['filter[size]: size greater than or equal to the value', '`filter[size]` those of a size greater than or equal to the value'],
  ['sort: date ascending, -date descending', '`sort=date` is ascending, `sort=-date` descending'],
  [
    'filter[start] and filter[end]: records from and until this Unix timestamp',
    '`filter[start]` and `filter[end]` show records from and until a Unix timestamp',
  ],
  ['message: HTML is supported', 'A message of a ticket supports HTML'],
  ['message: at least 5 characters', 'has at least 5 characters'],
  ['attachments[]: files attached to the message', 'Files are attached as `attachments[]`'],
  ['Every request carries the header Authorization: Bearer', 'it carries the header `Authorization: Bearer <ACCESS_TOKEN>`'],
  [
    'The token is created by the account holder in the service console',
    'The token is created by the account holder in the service console',
  ],
  [
    'and carries abilities; an ability named write exists',
    'carries abilities. `read` is for reading, `write` for all changes except',
  ],
  [
    'Token missing, invalid, or lacking the write ability: 401',
    'When the token is missing, invalid, expired, revoked, or lacks the ability, the response is 401',
  ],
  [
    'The resource does not belong to the authenticated account: 403',
    'When the resource does not belong to the account of the token, the response is 403',
  ],
  ['All requests go over HTTPS', 'All requests go over HTTPS'],
  ['200 to 204: the request succeeded', 'Statuses 200 to 204 say that the request succeeded'],
  ['404: the resource was not found', 'When there is no such resource, it is 404'],
  ['422: the request failed validation', 'A validation error (422)'],
  ['423: the target service is locked by an operation in progress', '| 423 | `locked` |'],
  ['429: a rate limit was exceeded', 'When a rate limit was exceeded, the response is 429'],
  ['a 429 response carries Retry-After', 'and it carries `Retry-After`'],
  ['500: server error', '| 500 | `internal` |'],
  [
    '422: message, and errors keyed by field name, each value an array of message strings',
    'has `message` and `errors`: an object keyed by field name, each value an array of message strings',
  ],
  ['200 requests per minute, per account, all endpoints', 'An account may send 200 requests per minute over all endpoints'],
  [
    'every response carries X-RateLimit-Limit and X-RateLimit-Remaining',
    'Every response carries `X-RateLimit-Limit` and `X-RateLimit-Remaining`',
  ],
  ['Some sensitive endpoints have tighter rate limits', 'Some sensitive endpoints have tighter rate limits'],
  ['The version is the path prefix /v1', 'The version is the path prefix `/v1`'],
  [
    'Version 1 is in beta; behavior may change as the API evolves',
    'Version 1 is in beta: behavior may change as the API evolves',
  ],
];

describe('the description of the API', () => {
  it.each(SENTENCES)('says: %s', (_source, here) => {
    expect(text).toContain(here);
  });

  it('lists every failure code with its status and meaning', () => {
    const rows = [...description.matchAll(/^\| (\d{3}) \| `(\w+)` \| (.*) \|$/gm)].map(([, status, code, meaning]) => [
      status,
      code,
      meaning,
    ]);
    const codes = Object.entries(FAILURE_CODES).map(([code, meaning]) => [
      String(STATUS[code as keyof typeof STATUS]),
      code,
      meaning,
    ]);
    expect(rows.toSorted()).toEqual(codes.toSorted());
  });

  it('names the actual limits', () => {
    const { requestsPerMinute, sessionRequestsPerMinute: sessions, orderDueMs, orderDueNeverPaidMs } = defaultSettings;
    expect(text).toContain(`${requestsPerMinute} requests per minute`);
    expect(text).toContain(
      `a user may send ${sessions.user} requests per minute, and those of an account ${sessions.account.toLocaleString('en')} together`,
    );
    expect(text).toContain(`until then: ${orderDueMs / 86_400_000} days, or ${orderDueNeverPaidMs / 60_000} minutes`);
  });
});
