/** Checks a deploy before anything is reserved. Every failure names its field. */
import type { Copy, Image, Plan } from '@innkeeper/db/schema';
import { findImage } from '@innkeeper/db/tables/images';
import { together } from '@innkeeper/db/transaction';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { Promo } from '@innkeeper/model/pricing/promo';
import type { MissingField } from '@innkeeper/model/requests/missing-fields';
import type { AddonRequest } from '@innkeeper/model/services/addons';
import type { Customer } from '../actor.ts';
import { type CheckedAddon, checkAddons } from '../addons/check.ts';
import type { MutatingCx } from '../context.ts';
import { fieldOf, type NamedCopy, requireDiskFor } from '../copies/source.ts';
import { promoFor } from '../promos/apply.ts';
import { requirePromo, type UsablePromo } from '../promos/require.ts';
import { checkTogether } from '../refusals.ts';
import { requirePlanOnSale } from '../resources/catalogue.ts';
import { requireReference, requireReferences } from '../resources/references.ts';
import type { Drives } from '../workflows/inputs.ts';
import { drivesFor, imageForIso, refuseForIso } from './deploy-drives.ts';
import { requireImageFits, requireUsableData } from './image-fit.ts';

/** Servers to order, as far as their price and the checks depend on it. */
export interface DeployRequest {
  names: readonly string[];
  plan: string;
  billingCycle: number;
  /** Exactly one source is given, or at most one for a quote. The contract checks it. */
  imageId?: number | undefined;
  snapshotId?: number | undefined;
  backupId?: number | undefined;
  primaryIsoId?: number | undefined;
  secondaryIsoId?: number | undefined;
  sshKeys: readonly number[];
  hasPassword: boolean;
  startupScript?: string | undefined;
  promoCode?: string | undefined;
  /** `true`, the default, if the balance pays, now or once it covers the order. */
  autoPay?: boolean | undefined;
  addons: readonly AddonRequest[];
}

export interface ParsedDeploy extends Omit<DeployRequest, 'hasPassword'> {
  /** Hash of the root password (`guest-passwords/hash.ts`), or `null` for none. */
  passwordHash: string | null;
}

/** A deploy that can be priced. */
export interface PricedDeploy {
  plan: Plan;
  /** Copy from which the disk is created, or `undefined`. */
  copy: Copy | undefined;
  addons: CheckedAddon[];
  /** Promo code of the request, and its discount for each server. */
  promo: { code: UsablePromo; promo: Promo } | undefined;
}

/** A deploy that can be ordered. */
export interface CheckedDeploy extends PricedDeploy {
  image: Image;
  drives: Drives;
  sshKeys: number[];
}

/** Returns the number of plain IPv4 addresses per server. */
export function addressesEach({ addons }: Pick<DeployRequest, 'addons'>): number {
  return 1 + (addons.find(({ key }) => key === 'extra_ipv4')?.quantity ?? 0);
}

/** Checks a deploy. Throws `not_yours`, or else one `validation` with the errors of all fields. */
export async function checkDeploy(cx: MutatingCx<Customer>, { passwordHash, ...input }: ParsedDeploy): Promise<CheckedDeploy> {
  const request = { ...input, hasPassword: passwordHash !== null };
  const found = sourceOf(cx, request);
  const isReachable = found.then((source) => requireWayIn(source, request));
  const { source, ...checked } = await checkParts(cx, request, found, isReachable);
  return { ...checked, image: source.image, copy: source.copy, sshKeys: [...new Set(request.sshKeys)] };
}

/**
 * Checks a deploy for its quote, which may lack a source and a way to log in: `missing` names these fields. Throws the failures of
 * `checkDeploy` for all other fields.
 */
export async function checkDeployQuote(
  cx: MutatingCx<Customer>,
  request: DeployRequest,
): Promise<PricedDeploy & { missing: MissingField[] }> {
  const found = hasSource(request) ? sourceOf(cx, request) : Promise.resolve(undefined);
  const loginCheck = found.then((source) => source && refuseWaysIn(source, request));
  const { source, plan, addons, promo } = await checkParts(cx, request, found, loginCheck);
  const missing: MissingField[] = [];
  if (!source) missing.push('image_id');
  if (lacksLoginMethod(source, request)) missing.push('ssh_keys');
  return { plan, copy: source?.copy, addons, promo, missing };
}

/** Runs the checks that an order and its quote share. `more` is a further check, whose errors are thrown with the others. */
async function checkParts<Found extends Source | undefined>(
  cx: MutatingCx<Customer>,
  request: DeployRequest,
  found: Promise<Found>,
  more: Promise<unknown>,
) {
  const planned = requirePlanOnSale(cx, request.plan);
  const [plan, drives, source, , addons, promo] = await checkTogether(
    planned,
    drivesFor(cx, request),
    found,
    requireReferences(cx, 'ssh_key', request.sshKeys, 'ssh_keys'),
    addonsOf(cx, request, planned),
    promoOf(cx, request, planned),
    planned.then((one) => requireCycle(one, request)),
    together(planned, found).then(([one, given]) => given && requireFit(one, given)),
    // An ISO refuses all user data.
    found.then(
      (source) => source && request.primaryIsoId === undefined && requireUsableData(source.image, request.startupScript),
    ),
    more,
  );
  return { plan, drives, source, addons, promo };
}

function requireCycle(plan: Plan, { billingCycle }: DeployRequest): void {
  const min = plan.minimum_billing_cycle;
  if (billingCycle < min) throw invalid('billing_cycle', `This plan needs a billing cycle of at least ${min} months.`);
}

/** Checks the addons even if the plan is invalid. */
function addonsOf(cx: MutatingCx, { addons }: DeployRequest, planned: Promise<Plan>): Promise<CheckedAddon[]> {
  return planned.then(
    (plan) => checkAddons(cx, addons, plan),
    () => checkAddons(cx, addons, undefined),
  );
}

/** Source of the disk. */
interface Source {
  /** Image on sale, or the image of the copy. */
  image: Image;
  copy: Copy | undefined;
  /** Field of the request that named the source. */
  field: string;
}

async function sourceOf(cx: MutatingCx, input: DeployRequest): Promise<Source> {
  if (input.primaryIsoId !== undefined) return { image: await imageForIso(cx), copy: undefined, field: 'primary_iso_id' };
  const named = copyIn(input);
  if (!named)
    return { image: await requireReference(cx, 'image', input.imageId ?? 0, 'image_id'), copy: undefined, field: 'image_id' };
  const copy = await requireReference(cx, named.kind, named.id, fieldOf(named));
  const image = await findImage(cx.db, copy.image_id);
  if (!image) throw new Failure('internal', { internal: `copy ${copy.id} has no image` });
  return { image, copy, field: fieldOf(named) };
}

function requireFit(plan: Plan, { image, copy, field }: Source): void {
  if (copy) requireDiskFor(copy, { gb: plan.disk_gb, of: 'plan' });
  const disk = { diskGb: copy ? null : plan.disk_gb, memoryMb: plan.memory_mb };
  requireImageFits(image, { ...disk, of: `the plan ${plan.key}`, advice: 'Choose a larger plan.' }, field);
}

function requireWayIn(source: Source, request: DeployRequest): void {
  refuseWaysIn(source, request);
  if (lacksLoginMethod(source, request))
    throw invalid('ssh_keys', 'Set ssh_keys or password. Without them nobody can log in to the server.');
}

/** Throws `validation` for ways to log in that the source does not support. */
function refuseWaysIn({ image }: Source, request: DeployRequest): void {
  if (request.primaryIsoId !== undefined) refuseForIso(request);
  else if (request.sshKeys.length > 0 && !image.ssh_keys_support)
    throw invalid('ssh_keys', 'This image does not support SSH keys. Use a password instead.');
}

function lacksLoginMethod(
  source: Source | undefined,
  { primaryIsoId, sshKeys, hasPassword, startupScript }: DeployRequest,
): boolean {
  // Everyone who could log in to the copied server can log in here.
  if (primaryIsoId !== undefined || source?.copy) return false;
  return sshKeys.length === 0 && !hasPassword && startupScript === undefined;
}

const hasSource = ({ imageId, snapshotId, backupId, primaryIsoId }: DeployRequest): boolean =>
  [imageId, snapshotId, backupId, primaryIsoId].some((id) => id !== undefined);

function copyIn({ snapshotId, backupId }: DeployRequest): NamedCopy | undefined {
  if (snapshotId !== undefined) return { kind: 'snapshot', id: snapshotId };
  return backupId === undefined ? undefined : { kind: 'backup', id: backupId };
}

/** Returns the promo code with its discount. Throws `validation` for `promo_code`. */
async function promoOf(cx: MutatingCx<Customer>, input: DeployRequest, planned: Promise<Plan>): Promise<CheckedDeploy['promo']> {
  if (input.promoCode === undefined) return undefined;
  const code = await requirePromo(cx, cx.actor.accountId, input.promoCode);
  const promo = promoFor(code, { act: 'new', planId: (await planned).id, months: input.billingCycle });
  return { code, promo };
}
