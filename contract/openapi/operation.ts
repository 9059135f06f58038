/** Returns the object of one operation in the document. */
import { ROLES } from '@innkeeper/model/people/roles';
import { bodyLimitOf } from '../body-limits.ts';
import type { Operation } from '../define.ts';
import { failuresOf, type OperationName, operationOf } from '../operations.ts';
import { rolesOf } from '../roles.ts';
import { codeSamples } from './code-samples.ts';
import type { Example } from './examples.ts';
import { bodyOf, parametersOf } from './requests.ts';
import { type ErrorResponses, successResponses } from './responses.ts';
import type { Json, SchemaRegistry } from './schemas.ts';

export function operationObject(name: OperationName, example: Example, schemas: SchemaRegistry, refusals: ErrorResponses): Json {
  const entry = operationOf(name);
  const requestBody = bodyOf(entry, schemas, example);
  return {
    operationId: name,
    tags: [entry.group],
    summary: entry.section ? `${entry.section}: ${entry.title}` : entry.title,
    description: descriptionOf(name),
    parameters: parametersOf(entry, schemas, example),
    ...(requestBody ? { requestBody } : {}),
    responses: { ...successResponses(entry, schemas, example), ...refusals.of(failuresOf(name)) },
    ...(entry.anonymous ? { security: [] } : {}),
    'x-codeSamples': codeSamples(name, entry, example),
    'x-ability': entry.ability,
    ...(entry.anonymous ? {} : { 'x-roles': rolesOf(entry) }),
    ...(entry.method === 'GET' ? {} : { 'x-max-body-bytes': bodyLimitOf(entry) }),
    ...(entry.perMinute ? { 'x-requests-per-minute': entry.perMinute } : {}),
    ...(entry.takesOver ? { 'x-ends-locks': entry.takesOver } : {}),
  };
}

/** Returns the summary of an operation, and its requirements in a fixed order. */
function descriptionOf(name: OperationName): string {
  const entry = operationOf(name);
  const roles = rolesOf(entry);
  const lines = [
    `- Ability: ${entry.anonymous ? 'none, and no token is needed' : `\`${entry.ability}\``}`,
    ...(entry.anonymous
      ? []
      : [`- Roles: ${roles.length === ROLES.length ? 'all' : roles.map((role) => `\`${role}\``).join(', ')}`]),
    `- Rate limit: ${rateOf(entry)}`,
    `- Lock: ${lockOf(name, entry)}`,
    ...(entry.supportsDryRun ? ['- Quote: `?dry_run=true` checks everything, changes nothing, and returns the price'] : []),
    ...(entry.createsOrder ? ['- Order: this operation costs money and creates an order; `X-Order-Id` is its id'] : []),
  ];
  return `${entry.summary}\n\n${lines.join('\n')}`;
}

function rateOf({ perMinute, bucket, path }: Operation): string {
  if (perMinute === undefined) return 'the limit of the account';
  const shared = bucket === undefined ? '' : ` (one limit for all changes under \`/${path.split('/')[1]}\`)`;
  return `${perMinute} requests per minute${shared}, in addition to the limit of the account`;
}

function lockOf(name: OperationName, { ability, takesOver }: Operation): string {
  if (ability === 'read') return 'accepted also while an operation locks the service';
  if (!failuresOf(name).includes('locked')) return 'does not apply';
  const ends = takesOver ? `, except ${takesOver.map((reason) => `\`${reason}\``).join(', ')}, which this operation ends` : '';
  return `423 while an operation locks the service${ends}`;
}
