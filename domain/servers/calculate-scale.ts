import { Failure } from '@innkeeper/model/failures';
import type { Cx } from '../context.ts';
import { getServer } from './get.ts';
import { checkScale, type ScaleWish, type Scaling } from './scale-check.ts';

/** What a move to another plan would cost now. Throws `not_found`, `not_yours`, `wrong_state`, `validation`. */
export async function calculateServerScale(cx: Cx, wish: ScaleWish): Promise<Scaling> {
  const server = await getServer(cx, wish);
  if (server.status !== 'active') throw new Failure('wrong_state', { message: 'Only a server in service can be scaled.' });
  return checkScale(cx, server, wish);
}
