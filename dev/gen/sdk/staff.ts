import { OPERATOR_ROUTES, type OperatorRoute, SIGN_IN_ROUTES, type SignInRoute } from '@innkeeper/contract/operator/routes';
import type { Audience, ClientOperation, Described, Document } from './audience.ts';

/** Returns the staff of the host as an audience of the generators. */
export const staff = (document: Document): Audience => ({
  client: 'StaffClient',
  api: 'the API for the staff',
  document: withNamedApproval(document),
  operations: [...SIGN_IN_ROUTES.map(signIn), ...OPERATOR_ROUTES.map(operation)],
  describe: ({ summary, description }) => {
    const access = description.slice(`${summary}. `.length);
    return `${summary[0]?.toUpperCase()}${summary.slice(1)}.\n\n${access}`;
  },
});

// Codes of a sign-in are valid once, and sign-in accepts no Idempotency-Key.
const signIn = (route: SignInRoute): ClientOperation => ({ ...common(route), isSentOnce: route.entry.changes });

function operation(route: OperatorRoute): ClientOperation {
  const { files, savesTo, secret = false } = route.entry;
  const shared = common(route);
  return {
    ...shared,
    isSentOnce: secret,
    ...(files && { body: 'multipart', files: files.field }),
    ...(savesTo !== undefined && { answer: 'file' }),
  };
}

function common({ name, entry, method, path, params, status }: OperatorRoute | SignInRoute): Omit<ClientOperation, 'isSentOnce'> {
  const fields = Object.keys(entry.input.shape).filter((field) => !params.includes(field));
  const isRead = method === 'GET';
  return {
    ...{ name, method, path, status },
    query: isRead && fields.length > 0 ? fields : undefined,
    body: isRead || fields.length === 0 ? undefined : 'json',
    files: undefined,
    answer: fields.includes('per_page') ? 'page' : 'json',
    sparedByQuote: undefined,
  };
}

/** Names the type of an approval wherever the document describes one. Each operation that may need approval replies with it. */
function withNamedApproval(document: Document): Document {
  const approval = Object.values(document.paths)
    .flatMap((methods) => Object.values<Described>(methods))
    .flatMap(({ responses }) => Object.values(responses[202]?.content ?? {}))
    .at(0)?.schema;
  if (!approval) throw new Error('no operation needs approval');
  const text = JSON.stringify(document).replaceAll(JSON.stringify(approval), '{"$ref":"#/components/schemas/Approval"}');
  const named = JSON.parse(text) as Document;
  const description = 'A change that waits for approval by another person, or is decided.';
  named.components.schemas.Approval = { ...approval, description };
  return named;
}
