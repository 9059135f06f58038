/** What must hold of a deploy before anything is reserved; every refusal names its field. */
import type { Image, Plan } from '@innkeeper/db/schema';
import { findImage } from '@innkeeper/db/tables/images';
import { findPlanByKey } from '@innkeeper/db/tables/plans';
import { invalid } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';
import { ownSshKeys } from '../ssh-keys/own.ts';

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
  password?: string | undefined;
  startupScript?: string | undefined;
  promoCode?: string | undefined;
  /** Names of the add-ons asked for, in wire form: `backups`, `extra_ipv4`. */
  addons: string[];
}

/** The plan, image and keys of a deploy that can be priced. */
export async function checkDeploy(cx: MutatingCx, input: DeployInput): Promise<{ plan: Plan; image: Image; sshKeys: number[] }> {
  const plan = await findPlanByKey(cx.db, input.plan);
  if (!plan || plan.disabled_at) throw invalid('plan', 'There is no such plan on sale.');
  if (input.billingCycle < plan.minimum_billing_cycle) {
    throw invalid('billing_cycle', `This plan is sold for ${plan.minimum_billing_cycle} months or more.`);
  }
  refuseWhatIsNotSold(input);
  const image = input.imageId === undefined ? undefined : await findImage(cx.db, input.imageId);
  if (!image || image.disabled_at) throw invalid('image_id', 'There is no such image.');
  if (plan.memory_mb < image.minimum_ram_gb * 1024) {
    throw invalid('image_id', `This image needs ${image.minimum_ram_gb} GB of memory; the plan has ${plan.memory_mb / 1024} GB.`);
  }
  if (input.sshKeys.length > 0 && !image.ssh_keys_support) throw invalid('ssh_keys', 'This image does not take SSH keys.');
  if (input.sshKeys.length === 0 && input.password === undefined && input.startupScript === undefined) {
    throw invalid('ssh_keys', 'Give SSH keys or a password, else nobody could log in.');
  }
  await ownSshKeys(cx, input.sshKeys, 'ssh_keys');
  return { plan, image, sshKeys: [...new Set(input.sshKeys)] };
}

function refuseWhatIsNotSold(input: DeployInput): void {
  const addon = input.addons[0];
  if (addon) throw invalid(addon, 'This add-on is not on sale for this plan.');
  if (input.promoCode !== undefined) throw invalid('promo_code', 'This promo code is not valid.');
  if (input.secondaryIsoId !== undefined) throw invalid('secondary_iso_id', 'There is no such ISO.');
  if (input.snapshotId !== undefined) throw invalid('snapshot_id', 'There is no such snapshot.');
  if (input.backupId !== undefined) throw invalid('backup_id', 'There is no such backup.');
  if (input.primaryIsoId !== undefined) throw invalid('primary_iso_id', 'There is no such ISO.');
}
