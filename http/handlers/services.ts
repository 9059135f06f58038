/** Dependencies of handlers, except the database. */
import type { GuestsOn } from '@innkeeper/domain/console/guests';
import type { ForwardNames } from '@innkeeper/domain/names/forward';
import type { UserPasswords } from '@innkeeper/domain/passwords/hash';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import type { DomainProofs } from '@innkeeper/domain/single-sign-on/domain-proofs';
import type { AttachmentFiles } from '@innkeeper/domain/tickets/files';
import type { OpenIdClient } from '@innkeeper/model/openid/client';
import type { Sealer } from '@innkeeper/model/sealing';
import type { Streams } from '../sse/streams.ts';

export interface Services {
  readonly streams: Streams;
  readonly guests: GuestsOn;
  readonly forwardNames: ForwardNames;
  readonly attachments: AttachmentFiles;
  readonly accountExports: AttachmentFiles;
  readonly sealer: Sealer;
  readonly passwords: UserPasswords;
  readonly throttle: SignInThrottle;
  readonly openId: OpenIdClient;
  readonly domainProofs: DomainProofs;
  /** Returns the origins of the operator's pages, such as `https://panel.example.com`. */
  readonly pages: () => readonly string[];
}
