/** First phase of a deploy: reads the body of the request. Nothing is loaded yet. */
import type { InputOf, QuoteInputOf } from '@innkeeper/contract/define';
import type { Operations } from '@innkeeper/contract/operations';
import type { DeployRequest, ParsedDeploy } from '@innkeeper/domain/servers/deploy-check';
import { addonRequests } from './addon-requests.ts';

type Body = InputOf<Operations['deployServer']>['body'];
type QuoteBody = QuoteInputOf<Operations['deployServer']>['body'];

/** Input of a deploy quote. `names` is `undefined` for one server without a name. */
export interface DeployQuote extends Omit<DeployRequest, 'names'> {
  names: readonly string[] | undefined;
}

/** Returns the requested servers. `passwordHash` is the hash of the body's password, or `null` for none. */
export function parseDeploy(body: Body, passwordHash: string | null): ParsedDeploy {
  return { ...requestOf(body), names: [body.name].flat(), passwordHash };
}

/** Returns the input of a quote. A missing name stands for one server. */
export function parseDeployQuote(body: QuoteBody): DeployQuote {
  const names = body.name === undefined ? undefined : [body.name].flat();
  return { ...requestOf(body), names, hasPassword: body.password !== undefined };
}

function requestOf(body: QuoteBody) {
  return {
    plan: body.plan,
    billingCycle: body.billing_cycle,
    imageId: body.image_id,
    snapshotId: body.snapshot_id,
    backupId: body.backup_id,
    primaryIsoId: body.primary_iso_id,
    secondaryIsoId: body.secondary_iso_id,
    sshKeys: body.ssh_keys,
    startupScript: body.startup_script,
    promoCode: body.promo_code,
    autoPay: body.auto_pay,
    addons: addonRequests(body),
  };
}
