import { Readable } from 'node:stream';
import type { OperatorOperation } from '@innkeeper/contract/operator/define';
import { inputReader, type ReadRoute } from '@innkeeper/contract/operator/wire';
import { Failure } from '@innkeeper/model/failures';
import { type Forms, parseJsonBody, readValidForm } from '../guards/body/body.ts';
import { refuseManyParameters } from '../guards/body/size.ts';
import type { RequestContext } from '../request/context.ts';

/**
 * Returns a function that reads the input of a request. Throws `not_found` for an impossible id or name, and otherwise `validation` by
 * field.
 */
export function requestReader(route: ReadRoute): (context: RequestContext) => unknown {
  const judge = judgeOf(route);
  return (context) => {
    readQuery(context);
    context.body = route.method === 'GET' ? undefined : parseJsonBody(context);
    return judge(context, context.body, false);
  };
}

interface FormRoute extends ReadRoute {
  readonly entry: Pick<OperatorOperation, 'input' | 'files' | 'maxBodyBytes'>;
}

/**
 * Returns a reader for a route that may accept a form instead of JSON. The context gets the files of the form. Also throws the failures of
 * forms.
 */
export function formReader(route: FormRoute, forms: Forms): (context: RequestContext) => unknown {
  const json = requestReader(route);
  if (!route.entry.files) return json;
  const judge = judgeOf(route);
  return async (context) => {
    const sent = context.request.body;
    if (!(sent instanceof Readable)) return json(context);
    readQuery(context);
    await readValidForm(route.entry, forms, context, sent, (fields) => judge(context, fields, true));
    return context.body;
  };
}

function readQuery(context: RequestContext): void {
  const { query } = context.request;
  refuseManyParameters(query as object);
  context.query = query;
}

function judgeOf(route: ReadRoute): (context: RequestContext, body: unknown, form: boolean) => unknown {
  const read = inputReader(route);
  return ({ request, query }, body, form) => {
    const params = request.params as Record<string, string>;
    const got = read({ params, query: query as Record<string, string>, body, form });
    if (got.ok) return got.value;
    throw 'absent' in got ? new Failure('not_found') : new Failure('validation', { errors: got.errors });
  };
}
