// Generates clients from the document alone, as customers do, with the generators that most of them use. Writes openapi-typescript/,
// hey-api/ and orval/ into a directory. Clients of orval contain the address.
//     node dev/openapi-tools/generate.mjs contract/openapi.gen.json DIRECTORY http://127.0.0.1:7080/v1
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';
import { generate } from 'orval';

const [, , given, directory, baseUrl] = process.argv;
// hey-api reads a relative path as the name of a project in its own registry.
const document = path.resolve(given);
const at = (name) => path.join(directory, name);

// Advised by its documentation for bodies with defaults: fields with a default are optional.
const types = await openapiTS(JSON.parse(await readFile(document, 'utf8')), { defaultNonNullable: false });
await mkdir(at('openapi-typescript'), { recursive: true });
await writeFile(at('openapi-typescript/schema.ts'), astToString(types));

await createClient({
  input: document,
  output: at('hey-api'),
  plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript', 'zod'],
  logs: { level: 'error' },
});

const input = { target: document };
await generate({ input, output: { target: at('orval/client.ts'), client: 'fetch', mode: 'single', baseUrl } });
await generate({ input, output: { target: at('orval/zod.ts'), client: 'zod', mode: 'single' } });
