import type { Server } from '@innkeeper/db/schema';
import type { RequestCx } from '@innkeeper/domain/context';
import { checkScale, type ScaleRequest, type Scaling } from '@innkeeper/domain/servers/scale-check';

/** What a move to another plan would cost now. Throws `validation`. */
export function calculateServerScale(cx: RequestCx, input: ScaleRequest & { server: Server }): Promise<Scaling> {
  return checkScale(cx, input.server, input);
}
