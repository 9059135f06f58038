/** Programs that are compiled together with the generated clients. */

/** Program that deploys a server with each client, as its JSON argument describes, and prints the ids by client. */
export const DEPLOYS = `
import createFetch from 'openapi-fetch';
import { createClient } from './hey-api/client';
import { deployServer as heyApi } from './hey-api/sdk.gen';
import { zDeployServer, zServer } from './hey-api/zod.gen';
import type { paths } from './openapi-typescript/schema';
import { deployServer as orval } from './orval/client';
import { DeployServerBody } from './orval/zod';

interface Order {
  baseUrl: string;
  token: string;
  body: { plan: string; image_id: number; ssh_keys: number[] };
}

async function withOpenapiTypescript({ baseUrl, token, body }: Order): Promise<number> {
  const client = createFetch<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });
  const { data, error } = await client.POST('/servers', { body: { ...body, name: 'by-openapi-typescript' } });
  if (!data || !('id' in data)) throw new Error(JSON.stringify(error ?? data));
  return data.id;
}

async function withHeyApi({ baseUrl, token, body }: Order): Promise<number> {
  const client = createClient({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });
  const order = zDeployServer.parse({ ...body, name: 'by-hey-api' });
  const { data, error } = await heyApi({ client, body: order });
  if (!data) throw new Error(JSON.stringify(error));
  return zServer.parse(data).id;
}

async function withOrval({ token, body }: Order): Promise<number> {
  const order = DeployServerBody.parse({ ...body, name: 'by-orval' });
  const { data, status } = await orval(order, undefined, { headers: { authorization: \`Bearer \${token}\` } });
  if (status !== 201 || !('id' in data)) throw new Error(JSON.stringify(data));
  return data.id;
}

const order = JSON.parse(String(process.argv[2])) as Order;
const openapiTypescript = await withOpenapiTypescript(order);
console.log(JSON.stringify({ openapiTypescript, heyApi: await withHeyApi(order), orval: await withOrval(order) }));
`;

export const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'preserve',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    // Skips the declarations of packages. The generated clients are no libraries.
    skipLibCheck: true,
  },
  include: ['**/*.ts'],
};
