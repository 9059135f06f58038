/**
 * Generates every file of the repository that is made from code.
 *
 * Generated files are committed, so that a review shows their changes. Lists of files come first, because the other files depend on them.
 */
import { readFile } from 'node:fs/promises';
import { HELP_FILES } from '@innkeeper/cli/program/help-files';
import { openApiDocument } from '@innkeeper/contract/openapi';
import { operatorDocument } from '@innkeeper/contract/openapi/operator';
import { OPERATION_NAMES, operationOf } from '@innkeeper/contract/operations';
import { recordSurface, SURFACE_FILE } from '@innkeeper/contract/testing/surface';
import { STATUS } from '@innkeeper/http/reply/status';
import { FAILURE_CODES, type FailureCode } from '@innkeeper/model/failures';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { RECORDED_FILE, renderRecorded } from '../comments/recorded.ts';
import { cataloguePage } from './catalogue-page.ts';
import { configurationPage } from './configuration-page.ts';
import { fieldFiles } from './console/fields.ts';
import { drawSprite } from './console/icons.ts';
import { consoleRules } from './console/operations.ts';
import { COUNTRY_NAMES_FILE, countryNames } from './country-names.ts';
import { glyphTable } from './glyphs.ts';
import { LISTS } from './list-files.ts';
import { onMigratedDatabase } from './schema/migrated.ts';
import { schemaSql } from './schema/sql.ts';
import { schemaTypes } from './schema/types.ts';
import { apiTypes } from './sdk/api.ts';
import type { Document } from './sdk/audience.ts';
import { customers } from './sdk/customers.ts';
import { errorClasses, operationTable } from './sdk/operations.ts';
import { staff } from './sdk/staff.ts';

export const GENERATED: Record<string, () => string | Promise<string>> = {
  ...LISTS,
  ...HELP_FILES,
  [SURFACE_FILE]: surface,
  'contract/openapi.gen.json': openApi,
  'contract/openapi-operator.gen.json': () => `${JSON.stringify(describedToStaff(), null, 2)}\n`,
  'sdk/api.gen.ts': () => apiTypes(customers(described())),
  'sdk/operations.gen.ts': () => operationTable(customers(described())),
  'sdk/staff-api.gen.ts': () => apiTypes(staff(describedToStaff())),
  'sdk/staff-operations.gen.ts': () => operationTable(staff(describedToStaff())),
  'sdk/errors.gen.ts': errorClasses,
  'console/web/rules/operations.gen.ts': consoleRules,
  ...fieldFiles(),
  'docs/errors.gen.md': errorsPage,
  'docs/guide/operators/catalogue.gen.md': cataloguePage,
  'docs/guide/operators/keys.gen.md': configurationPage,
  'console/web/parts/icons.gen.svg': drawSprite,
  'db/schema.gen.ts': () => onMigratedDatabase(schemaTypes),
  'db/schema.gen.sql': () => onMigratedDatabase(schemaSql),
  [COUNTRY_NAMES_FILE]: countryNames,
  [RECORDED_FILE]: renderRecorded,
  'workflows/step-names.gen.txt': stepNames,
  'domain/workflows/planned-steps.gen.ts': plannedSteps,
  'model/invoices/glyphs.gen.ts': glyphTable,
};

async function surface(): Promise<string> {
  return recordSurface(await readFile(SURFACE_FILE, 'utf8').catch(() => ''), OPERATION_NAMES.map(operationOf));
}

async function openApi(): Promise<string> {
  return `${JSON.stringify(described(await readFile('contract/description.md', 'utf8')), null, 2)}\n`;
}

function described(description = ''): Document {
  return openApiDocument({ serverUrl: '/v1', status: STATUS, description }) as unknown as Document;
}

function describedToStaff(): Document {
  return operatorDocument({ serverUrl: '/v1', status: STATUS }) as unknown as Document;
}

/** Returns the page of failure codes for customers, ordered by status. */
function errorsPage(): string {
  const codes = Object.keys(FAILURE_CODES) as FailureCode[];
  const rows = codes
    .sort((a, b) => STATUS[a] - STATUS[b])
    .map((code) => `| ${STATUS[code]} | \`${code}\` | ${FAILURE_CODES[code]} |`);
  return `# Errors

Made from \`model/failures.ts\` and \`http/reply/status.ts\` by \`npm run gen\`.

A refusal is a JSON object with \`message\` (a sentence), \`code\` (one of the words below) and \`request_id\`. With 422 there is
also \`errors\`: sentences by field, nested fields in dot form; with 423 \`lock_reason\`, \`locked_at\` and \`retry_after\`; with 429
\`retry_after\`. Wherever waiting helps, the header \`Retry-After\` says for how many seconds.

| status | code | meaning |
|---|---|---|
${rows.join('\n')}
`;
}

/** Returns the steps of every workflow in order, one workflow per line. `dev/checks/steps.ts` checks that names are only added. */
function stepNames(): string {
  const lines = Object.values(DEFINITIONS).map(({ kind, steps }) => [kind, ...steps.map(({ name }) => name)].join(' '));
  return `${lines.toSorted().join('\n')}\n`;
}

/** Returns the steps of every workflow as TypeScript, for the API, which may not import workflows. */
function plannedSteps(): string {
  const lines = Object.values(DEFINITIONS).map(
    ({ kind, steps }) => `  '${kind}': [${steps.map(({ name }) => `'${name}'`).join(', ')}],`,
  );
  return `/** Made by \`npm run gen\`: the steps of every kind of workflow, in order. */
import type { Kind } from './kinds.ts';

export const PLANNED_STEPS: Readonly<Record<Kind, readonly string[]>> = {
${lines.toSorted().join('\n')}
};
`;
}
