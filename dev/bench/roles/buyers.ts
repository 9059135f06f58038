/** Customers who order servers concurrently, through the SDK and in a separate process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@innkeeper/sdk/client';
import type { Role } from '../child.ts';
import type { Times } from '../load.ts';

export interface Purchase {
  port: number;
  /** One token per buyer. */
  tokens: string[];
  serversEach: number;
  imageId: number;
  sshKeyIds: number[];
  /** Pause between a reply and the next order in milliseconds. */
  pauseMs: number;
}

export interface Bought extends Times {
  /** Time at which the order of each server was sent, in milliseconds since 1970. */
  sentAt: { serverId: number; at: number }[];
}

export function buyers(): Role {
  return { run };
}

/** Places the orders. Each buyer orders one server after the other, and all buyers run concurrently. */
async function run({ port, tokens, serversEach, imageId, sshKeyIds, pauseMs }: Purchase): Promise<Bought> {
  const times: number[] = [];
  const sentAt: Bought['sentAt'] = [];
  const began = performance.now();
  const buy = async (token: string, i: number): Promise<void> => {
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, token });
    for (let n = 1; n <= serversEach; n++) {
      const [sent, at] = [performance.now(), Date.now()];
      const order = { name: `bench-${i}-${n}`, plan: 'nano', image_id: imageId, ssh_keys: [sshKeyIds[i] as number] };
      const reply = await client.deployServer(order);
      times.push(performance.now() - sent);
      for (const { id } of 'data' in reply ? reply.data : [reply]) sentAt.push({ serverId: id, at });
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  await Promise.all(tokens.map(buy));
  return { times, tookMs: performance.now() - began, sentAt };
}
