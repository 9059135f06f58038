import { fieldsWithoutQuote } from '@innkeeper/contract/bodies';
import { OPERATION_NAMES, type OperationName, operationOf } from '@innkeeper/contract/operations';
import type { Audience, ClientOperation, Document } from './audience.ts';

/** Returns the customers as an audience of the generators. */
export const customers = (document: Document): Audience => ({
  client: 'Client',
  api: 'the API',
  document,
  operations: OPERATION_NAMES.map(clientOperation),
  describe: ({ summary, description }) => `${summary}\n\n${description}`,
});

function clientOperation(name: OperationName): ClientOperation {
  const entry = operationOf(name);
  const { method, path, query, bodyKind, files, reply } = entry;
  return {
    name,
    method,
    path,
    status: reply.status,
    query: query && Object.keys(query.shape),
    body: bodyKind === 'none' ? undefined : bodyKind,
    files: files?.field,
    answer: reply.events ? 'events' : reply.paginated ? 'page' : reply.contentType && !reply.schema ? 'file' : 'json',
    isSentOnce: reply.secret === true && method !== 'GET',
    sparedByQuote: entry.supportsDryRun && fieldsWithoutQuote(entry),
  };
}
