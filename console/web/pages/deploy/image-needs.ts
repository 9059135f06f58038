/** Judges whether a plan suits the chosen image. Pure. */
import type { Plan, ServerImage } from '@innkeeper/sdk/index';
import { texts } from './texts.ts';

type Needs = Pick<ServerImage, 'minimum_ram' | 'minimum_disk'>;

/** Returns why the plan is too small for the image, or `undefined` if it suits. Another source than an image has no needs. */
export function refusalOf(plan: Pick<Plan, 'memory' | 'disk'>, image: Needs | undefined): string | undefined {
  if (image === undefined) return undefined;
  if (Number(plan.memory) < image.minimum_ram) return texts.tooLittleMemory(image.minimum_ram);
  if (image.minimum_disk !== null && Number(plan.disk) < image.minimum_disk) return texts.tooSmallDisk(image.minimum_disk);
  return undefined;
}

/** Returns what the image needs, if some plan has less. */
export function describeNeeds(image: Needs, plans: readonly Pick<Plan, 'memory' | 'disk'>[]): string[] {
  return [
    ...(image.minimum_ram > 1 ? [texts.needsMemory(image.minimum_ram)] : []),
    ...(image.minimum_disk !== null && plans.some(({ disk }) => Number(disk) < Number(image.minimum_disk))
      ? [texts.needsDisk(image.minimum_disk)]
      : []),
  ];
}
