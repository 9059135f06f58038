/**
 * Work that an operation does before its transaction begins, because the work takes long, or must take the same time whatever the database
 * contains. Preparations only read. The handler gets the result as `prepared`.
 */
import type { InputOf } from '@innkeeper/contract/define';
import type { OperationName, Operations } from '@innkeeper/contract/operations';
import type { RequestCx } from '@innkeeper/domain/context';
import { PREPARATIONS } from '@innkeeper/operations/all.gen';
import type { Services } from '@innkeeper/operations/define';
import { hashForJoining } from '@innkeeper/operations/invitations/join';
import { type CheckedSignOn, checkSignOn } from '@innkeeper/operations/single-sign-on/check';
import { type PreparedSignOn, prepareConfirm, prepareSignOn, prepareTest } from '@innkeeper/operations/single-sign-on/prepare';
import { findProvenDomains } from '@innkeeper/operations/single-sign-on/verify-domains';
import { signOnSecretIn } from '@innkeeper/present/sign-on-cookie';
import type { AnyPreparation } from '../run/customers.ts';

export interface Preparations {
  joinWithNewUser: string;
  beginSingleSignOn: PreparedSignOn;
  completeSingleSignOn: CheckedSignOn | undefined;
  confirmBySingleSignOn: PreparedSignOn;
  testIdentityProvider: PreparedSignOn;
  /** Ids of the domains whose DNS record exists. */
  verifyIdentityDomains: ReadonlySet<number>;
}

type Prepare<K extends keyof Preparations> = (
  cx: RequestCx,
  body: InputOf<Operations[K]>['body'],
  services: Services,
  /** Cookie header. */
  cookies: string | undefined,
) => Promise<Preparations[K]>;

const ROW_PREPARATIONS: { readonly [K in keyof Preparations]: Prepare<K> } = {
  joinWithNewUser: (cx, body, services) => hashForJoining(cx, body, services),
  beginSingleSignOn: (cx, body, services) => prepareSignOn(cx, body, services),
  completeSingleSignOn: (cx, body, services, cookies) => checkSignOn(cx, body, { ...services, browser: signOnSecretIn(cookies) }),
  confirmBySingleSignOn: (cx, _body, services) => prepareConfirm(cx, services),
  testIdentityProvider: (cx, _body, services) => prepareTest(cx, services),
  verifyIdentityDomains: (cx, _body, services) => findProvenDomains(cx, services),
};

/** Preparations of all operations. */
export const ALL_PREPARATIONS = { ...ROW_PREPARATIONS, ...PREPARATIONS } as {
  readonly [K in OperationName]?: AnyPreparation;
};
