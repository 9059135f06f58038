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
import { fieldOf, type NamedCopy, requireCopy } from '../copies/source.ts';
import { promoFor } from '../promos/apply.ts';
import { requirePromo, type UsablePromo } from '../promos/require.ts';
import { requireReference, requireReferences } from '../resources/references.ts';
import type { Drives } from '../workflows/inputs.ts';
import { drivesFor, imageForIso } from './deploy-drives.ts';

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

export async function checkDeploy(cx: MutatingCx<Customer>, input: DeployInput): Promise<CheckedDeploy> {
  const planned = planOf(cx, input);
  const [plan, drives, { image, copy }, , addons, promo] = await together(
    planned,
    drivesFor(cx, input),
    sourceOf(cx, input, planned),
    requireReferences(cx, 'ssh_key', input.sshKeys, 'ssh_keys'),
    planned.then((plan) => checkAddons(cx, input.addons, plan)),
    promoOf(cx, input, planned),
  );
  return { plan, image, copy, drives, sshKeys: [...new Set(input.sshKeys)], addons, promo };
}

async function planOf(cx: MutatingCx, input: DeployInput): Promise<Plan> {
  const plan = await findPlanByKey(cx.db, input.plan);
  if (!plan || plan.disabled_at) throw invalid('plan', 'There is no such plan on sale.');
  if (input.billingCycle < plan.minimum_billing_cycle) {
    throw invalid('billing_cycle', `This plan is sold for ${plan.minimum_billing_cycle} months or more.`);
  }
  return plan;
}

/** What the disk is made of. `planned`: of the disk, which is looked up at the same time. */
async function sourceOf(cx: MutatingCx, input: DeployInput, planned: Promise<Plan>) {
  const { image, copy, field } = await namedSource(cx, input, planned);
  const plan = await planned;
  if (plan.memory_mb < image.minimum_ram_gb * 1024) {
    throw invalid(field, `This image needs ${image.minimum_ram_gb} GB of memory; the plan has ${plan.memory_mb / 1024} GB.`);
  }
  if (input.sshKeys.length > 0 && !image.ssh_keys_support) throw invalid('ssh_keys', 'This image does not accept SSH keys.');
  // Whoever could log in where a copy was taken can do so here, and an ISO asks at its console.
  const asks = !copy && input.primaryIsoId === undefined;
  if (asks && input.sshKeys.length === 0 && input.passwordHash === null && input.startupScript === undefined) {
    throw invalid('ssh_keys', 'Give SSH keys or a password; otherwise nobody could log in.');
  }
  return { image, copy };
}

/** The image, on sale or that of a copy, and the field that named it. */
async function namedSource(cx: MutatingCx, input: DeployInput, planned: Promise<Plan>) {
  if (input.primaryIsoId !== undefined) return { image: await imageForIso(cx, input), copy: undefined, field: 'primary_iso_id' };
  const named = copyIn(input);
  if (!named)
    return { image: await requireReference(cx, 'image', input.imageId ?? 0, 'image_id'), copy: undefined, field: 'image_id' };
  const copy = await requireCopy(cx, named, { gb: (await planned).disk_gb, of: 'plan' });
  const image = await findImage(cx.db, copy.image_id);
  if (!image) throw new Failure('internal', { internal: `copy ${copy.id} has no image` });
  return { image, copy, field: fieldOf(named) };
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
