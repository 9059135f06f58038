import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { logoView } from './view.ts';

export async function showLogo({ db }: OperatorCx, _input: OperatorInput<'showLogo'>): Promise<OperatorResult<'showLogo'>> {
  const { logo } = await db.selectFrom('seller').select('logo').executeTakeFirstOrThrow();
  return logoView(logo);
}
