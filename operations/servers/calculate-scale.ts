import type { Server } from '@innkeeper/db/schema';
import type { RequestCx } from '@innkeeper/domain/context';
import { checkScale, type ScaleRequest, type Scaling } from '@innkeeper/domain/servers/scale-check';

/** Returns the cost of changing to another plan now. Throws `validation`. */
export function calculateServerScale(cx: RequestCx, input: ScaleRequest & { server: Server }): Promise<Scaling> {
  return checkScale(cx, input.server, input);
}
