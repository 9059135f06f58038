/** Customers who order servers at the same time, through the SDK and in a process of their own. */
import { createClient } from '@innkeeper/sdk/client';
import type { Role } from '../child.ts';
import { type Measured, summarise } from '../load.ts';

export interface Purchase {
  port: number;
  /** One for each buyer. */
  tokens: string[];
  serversEach: number;
  imageId: number;
  sshKeyIds: number[];
}

export function buyers(): Role {
  return { run };
}

/** Each buyer orders one after the other, all buyers at once. */
async function run({ port, tokens, serversEach, imageId, sshKeyIds }: Purchase): Promise<Measured> {
  const times: number[] = [];
  const began = performance.now();
  const buy = async (token: string, i: number): Promise<void> => {
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, token });
    for (let n = 1; n <= serversEach; n++) {
      const sent = performance.now();
      await client.deployServer({ name: `bench-${i}-${n}`, plan: 'nano', image_id: imageId, ssh_keys: [sshKeyIds[i] as number] });
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(tokens.map(buy));
  return summarise(times, performance.now() - began);
}
