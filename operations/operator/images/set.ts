import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { namedFields } from '@innkeeper/model/named-fields';
import type { OperatorCx } from '../context.ts';
import { changeImage } from './change.ts';

/** Changes the catalogue data of an image. */
export async function setImage(cx: OperatorCx, input: OperatorInput<'setImage'>): Promise<OperatorResult<'setImage'>> {
  const { key, name, eol, minimum_ram: minimum_ram_gb } = input;
  return changeImage(cx, 'setImage', key, namedFields({ name, eol, minimum_ram_gb }));
}
