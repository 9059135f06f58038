/** Checks a deploy before anything is reserved; every refusal names its field. */
import type { Copy, Image, Plan } from '@innkeeper/db/schema';
import { findImage } from '@innkeeper/db/tables/images';
import { findPlanByKey } from '@innkeeper/db/tables/plans';
import { together } from '@innkeeper/db/transaction';
import type { AddonRequest } from '@innkeeper/model/addons';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { Promo } from '@innkeeper/model/pricing/promo';
import type { Customer } from '../actor.ts';
import { checkAddons, type WantedAddon } from '../addons/check.ts';
import type { MutatingCx } from '../context.ts';
import { fieldOf, type NamedCopy, requireDiskFor } from '../copies/source.ts';
import { promoFor } from '../promos/apply.ts';
import { requirePromo, type UsablePromo } from '../promos/require.ts';
import { checkTogether } from '../refusals.ts';
import { requireReference, requireReferences } from '../resources/references.ts';
import type { Drives } from '../workflows/inputs.ts';
import { drivesFor, imageForIso, refuseForIso } from './deploy-drives.ts';

export interface DeployInput {
  names: string[];
  plan: string;
  billingCycle: number;
  /** Exactly one source is given; the contract sees to it. */
  imageId?: number | undefined;
  snapshotId?: number | undefined;
  backupId?: number | undefined;
  primaryIsoId?: number | undefined;
  secondaryIsoId?: number | undefined;
  sshKeys: number[];
  /** See `guest-passwords.ts`; null for none. */
  passwordHash: string | null;
  startupScript?: string | undefined;
  promoCode?: string | undefined;
  /** Whether the balance pays, now or as soon as it covers the order; default true. */
  autoPay?: boolean | undefined;
  addons: readonly AddonRequest[];
}

/** A deploy that can be priced. */
export interface CheckedDeploy {
  plan: Plan;
  image: Image;
  /** What the disk is made of, in place of the image that it was once made of. */
  copy: Copy | undefined;
  drives: Drives;
  sshKeys: number[];
  addons: WantedAddon[];
  /** The code that was given, and what it takes off of each server. */
  promo: { code: UsablePromo; promo: Promo } | undefined;
}

/** IPv4 addresses of the common kind that each server is ordered with. */
export function addressesEach({ addons }: Pick<DeployInput, 'addons'>): number {
  return 1 + (addons.find(({ key }) => key === 'extra_ipv4')?.quantity ?? 0);
}

/** Throws `validation` with the errors of all fields, and `not_yours` before them. */
export async function checkDeploy(cx: MutatingCx<Customer>, input: DeployInput): Promise<CheckedDeploy> {
  const planned = planOf(cx, input);
  const found = sourceOf(cx, input);
  const [plan, drives, { image, copy }, , addons, promo] = await checkTogether(
    planned,
    drivesFor(cx, input),
    found,
    requireReferences(cx, 'ssh_key', input.sshKeys, 'ssh_keys'),
    addonsOf(cx, input, planned),
    promoOf(cx, input, planned),
    planned.then((one) => requireCycle(one, input)),
    together(planned, found).then(([one, source]) => requireFit(one, source)),
    found.then((source) => requireWayIn(source, input)),
  );
  return { plan, image, copy, drives, sshKeys: [...new Set(input.sshKeys)], addons, promo };
}

async function planOf(cx: MutatingCx, input: DeployInput): Promise<Plan> {
  const plan = await findPlanByKey(cx.db, input.plan);
  if (!plan || plan.disabled_at) throw invalid('plan', 'There is no such plan on sale.');
  return plan;
}

function requireCycle(plan: Plan, { billingCycle }: DeployInput): void {
  const least = plan.minimum_billing_cycle;
  if (billingCycle < least) throw invalid('billing_cycle', `This plan is sold for ${least} months or more.`);
}

/** Without a plan the addons are looked up all the same. */
function addonsOf(cx: MutatingCx, { addons }: DeployInput, planned: Promise<Plan>): Promise<WantedAddon[]> {
  return planned.then(
    (plan) => checkAddons(cx, addons, plan),
    () => checkAddons(cx, addons, undefined),
  );
}

/** What the disk is made of. */
interface Source {
  /** On sale, or that of the copy. */
  image: Image;
  copy: Copy | undefined;
  /** Field of the request that named it. */
  field: string;
}

async function sourceOf(cx: MutatingCx, input: DeployInput): Promise<Source> {
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
  if (plan.memory_mb >= image.minimum_ram_gb * 1024) return;
  throw invalid(field, `This image needs ${image.minimum_ram_gb} GB of memory; the plan has ${plan.memory_mb / 1024} GB.`);
}

function requireWayIn({ image, copy }: Source, input: DeployInput): void {
  if (input.primaryIsoId !== undefined) {
    refuseForIso(input);
    return;
  }
  if (input.sshKeys.length > 0 && !image.ssh_keys_support) throw invalid('ssh_keys', 'This image does not accept SSH keys.');
  // People who could log in where a copy was taken can do so here.
  if (!copy && input.sshKeys.length === 0 && input.passwordHash === null && input.startupScript === undefined)
    throw invalid('ssh_keys', 'Give SSH keys or a password; otherwise nobody could log in.');
}

function copyIn({ snapshotId, backupId }: DeployInput): NamedCopy | undefined {
  if (snapshotId !== undefined) return { kind: 'snapshot', id: snapshotId };
  return backupId === undefined ? undefined : { kind: 'backup', id: backupId };
}

/** Throws `validation` under `promo_code`. */
async function promoOf(cx: MutatingCx<Customer>, input: DeployInput, planned: Promise<Plan>): Promise<CheckedDeploy['promo']> {
  if (input.promoCode === undefined) return undefined;
  const code = await requirePromo(cx, cx.actor.accountId, input.promoCode);
  const promo = promoFor(code, { act: 'new', planId: (await planned).id, months: input.billingCycle });
  return { code, promo };
}
