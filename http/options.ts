/** Options of the API, which its process sets. */
import type { openVersions } from '@innkeeper/domain/access/loaders';
import type { GuestsOn } from '@innkeeper/domain/console/guests';
import type { Cx } from '@innkeeper/domain/context';
import type { GuestPasswords } from '@innkeeper/domain/guest-passwords/hash';
import type { ForwardNames } from '@innkeeper/domain/names/forward';
import type { UserPasswords } from '@innkeeper/domain/passwords/hash';
import type { Scanners } from '@innkeeper/domain/scanner/scan';
import type { DomainProofs } from '@innkeeper/domain/single-sign-on/domain-proofs';
import type { AttachmentFiles } from '@innkeeper/domain/tickets/files';
import type { Live } from '@innkeeper/model/configuration/live';
import type { Sealer } from '@innkeeper/model/installation/sealing';
import type { Telemetry } from '@innkeeper/model/installation/telemetry';
import type { OpenIdClient } from '@innkeeper/model/openid/client';
import type { UseCases } from '@innkeeper/operations/define';
import type { StaffServices } from '@innkeeper/operations/define.staff';
import type { ConsoleFiles } from './chains/console.ts';
import type { ConnectionTimings } from './connections/limits.ts';
import type { ServerOptions } from './connections/server.ts';
import type { RelayTimings } from './console/relay.ts';
import type { LoadViewer } from './console/viewer.ts';
import type { FormFiles } from './guards/body/form.ts';
import type { OpenBucket } from './guards/rate-buckets.ts';
import type { RecoveryState } from './guards/recovering.ts';
import type { SpaceGuardState } from './guards/space.ts';
import type { RevocationFeed } from './guards/token/cache.ts';
import type { UnknownProxyPolicy } from './guards/unknown-proxy.ts';
import type { HttpLog } from './log/logger.ts';
import type { StreamTimings } from './sse/event-stream.ts';
import type { ChangeFeed } from './sse/streams.ts';
import type { WebhookReaders } from './webhooks/route.ts';

export interface AppOptions extends ServerOptions {
  db: Cx['db'];
  /** Connection pool of `db`. */
  pool: Parameters<typeof openVersions>[0];
  clock: Cx['clock'];
  settings: Cx['settings'];
  log: HttpLog;
  /** Encrypts stored secrets. */
  sealer: Sealer;
  /** State that refuses changes after a restore. */
  recovery?: RecoveryState | undefined;
  /** State that refuses customers' changes while the disk of the database is almost full. Default: never. */
  space?: SpaceGuardState | undefined;
  /** Separate log for lines that unknown clients cause, by default `log`. */
  refusals?: HttpLog | undefined;
  /** Writes the line of each request of a known caller. Defaults to `log.info`. */
  logRequest?: ((line: object) => void) | undefined;
  /** Base URL of links, such as `https://api.example.com`. Defaults to the host of each request (`request/host.ts`). */
  publicUrl?: string | undefined;
  /** Host names of this process in addition to `localhost`. */
  names?: readonly string[] | undefined;
  /** Proxies whose X-Forwarded-* headers are trusted, as addresses or CIDRs. */
  trustProxy?: readonly string[] | undefined;
  /** True if plain HTTP is accepted on every address, as in the container of a trial. */
  allowsPlainHttp?: boolean | undefined;
  /** Addresses that stand for the host of a trial's container. */
  gateways?: readonly string[] | undefined;
  /** Handling of proxies that `trustProxy` does not name. */
  unknownProxies?: UnknownProxyPolicy | undefined;
  /** Source of revocations, without which tokens and replies are not cached. */
  revocations?: RevocationFeed | undefined;
  /** Source of event notifications, without which event streams only poll. */
  changes?: ChangeFeed | undefined;
  /** Origins of the operator's pages that may show a console, such as `https://panel.example.com`. */
  consoleOrigins?: Live<readonly string[]> | undefined;
  /** Files of the web console. */
  console?: ConsoleFiles | undefined;
  /** Page at `/console`. */
  viewer?: LoadViewer | undefined;
  /** Access to guests, required for consoles, screenshots and serial logs. */
  guests?: GuestsOn | undefined;
  /** Resolver for forward-confirmed names, without which no name is confirmed. */
  forwardNames?: ForwardNames | undefined;
  /** Client for identity providers of customers, required for single sign-on. */
  openId?: OpenIdClient | undefined;
  /** Resolver for domain verification, without which no domain is verified. */
  domainProofs?: DomainProofs | undefined;
  /** Storage for files of tickets, without which files are refused. */
  attachments?: (FormFiles & AttachmentFiles) | undefined;
  /** Virus scanners for files of tickets. Without them, files are refused if the operator has set a scanner. */
  scanners?: Scanners | undefined;
  /** Storage of account exports, without which no export can be downloaded. */
  accountExports?: AttachmentFiles | undefined;
  /** Parts for `/v1/operator`, which is otherwise not served. They have a database role of their own, since the API's may do less. */
  operator?: ({ db: Cx['db'] } & Pick<StaffServices, 'pointOfNoReturn'>) | undefined;
  /** Readers of webhooks by gateway, without which no webhooks are accepted. */
  webhooks?: WebhookReaders | undefined;
  /** Receives counts and durations. */
  telemetry?: Telemetry | undefined;
  openBucket?: OpenBucket | undefined;
  /** Hashes passwords of guests. Default: in threads of its own. */
  passwords?: GuestPasswords | undefined;
  /** Hashes passwords of users. Default: in threads of its own. */
  userPasswords?: UserPasswords | undefined;
  /** Replaced parts and shorter intervals, for tests only. */
  forTests?: TestOptions | undefined;
}

export interface TestOptions {
  /** Called with every reply that breaks the contract. */
  checkReplies?: ((problem: Error) => void) | undefined;
  /** Called with every cached reply that differs from a fresh read. */
  checkCached?: ((problem: Error) => void) | undefined;
  /** Shorter intervals. */
  streamTimings?: Partial<StreamTimings> | undefined;
  consoleTimings?: Partial<RelayTimings> | undefined;
  connectionTimings?: Partial<ConnectionTimings> | undefined;
  /** Replaces some use cases. */
  useCases?: UseCases | undefined;
}
