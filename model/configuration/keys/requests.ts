/** Keys of the requests and connections that the API accepts. */
import { key } from '../key.ts';
import { whole } from '../kinds.ts';

const MANY = 1_000_000;

export const REQUEST_KEYS = {
  'limits.requests_per_minute': key(
    'Number of requests of the tokens of an account per minute, over all operations.',
    whole(1, MANY),
    200,
  ),
  'limits.session_requests_per_minute': key('Number of requests of the sessions of a user per minute.', whole(1, MANY), 600),
  'limits.account_session_requests_per_minute': key(
    'Number of requests of all sessions of an account per minute.',
    whole(1, MANY),
    1_200,
  ),
  'limits.requests_per_address': key(
    'Requests per minute from one address, before the caller is known. Many accounts may share an address.',
    whole(1, MANY),
    3_000,
  ),
  'limits.operations_percent': key(
    'Limits per minute of single operations, in percent of those that the API documents.',
    whole(1, 10_000),
    100,
  ),
  'limits.connections': key('Connections to the API at a time.', whole(10, MANY), 4_000),
  'limits.connections_per_address': key('Connections at a time from one address.', whole(1, MANY), 250),
  'limits.new_connections_per_minute': key('New connections per minute from one address.', whole(1, MANY), 3_000),
  // Five accounts at their limit use all 20 database connections. A panel page sends six requests concurrently.
  'limits.running_per_account': key('Requests of an account that run at a time.', whole(1, 500), 4),
  'limits.waiting_per_account': key('Requests of an account that wait until others have ended.', whole(0, 10_000), 100),
  // Memory at 30 MiB per form: 120 MiB for an account, 1.9 GiB in total.
  'limits.uploads': key('Forms with files that the API receives at a time.', whole(1, 10_000), 64),
  'limits.uploads_per_account': key('Forms with files that it receives at a time of one account.', whole(1, 10_000), 4),
  'limits.streams_per_account': key(
    'Event streams that the tokens of an account may have open at a time. The sessions of an account may have 60 more, 3 each.',
    whole(1, 10_000),
    10,
  ),
  'limits.consoles_per_account': key('Consoles that an account may have open at a time.', whole(1, 10_000), 10),
  'limits.cache_mb': key('MB of memory for cached replies.', whole(4, 100_000), 128, {
    apply: 'restart',
  }),
};
