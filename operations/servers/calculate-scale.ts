import type { RequestCx } from '@innkeeper/domain/context';
import { checkScale, type ScaleWish, type Scaling } from '@innkeeper/domain/servers/scale-check';
import { Failure } from '@innkeeper/model/failures';
import { getServer } from './get.ts';

/** What a move to another plan would cost now. Throws `not_found`, `not_yours`, `wrong_state`, `validation`. */
export async function calculateServerScale(cx: RequestCx, wish: ScaleWish): Promise<Scaling> {
  const server = await getServer(cx, wish);
  if (server.status !== 'active') throw new Failure('wrong_state', { message: 'Only a server in service can be scaled.' });
  return checkScale(cx, server, wish);
}
