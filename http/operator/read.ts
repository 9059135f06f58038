import { inputReader, type ReadRoute } from '@innkeeper/contract/operator/wire';
import { Failure } from '@innkeeper/model/failures';
import { jsonOf } from '../guards/body/body.ts';
import { refuseManyParameters } from '../guards/body/size.ts';
import type { RequestContext } from '../request/context.ts';

/** The input of a request. Throws `not_found` for what no row can have as its id or name, else `validation` by field. */
export function requestReader(route: ReadRoute): (context: RequestContext) => unknown {
  const read = inputReader(route);
  return (context) => {
    const { request } = context;
    refuseManyParameters(request.query as object);
    context.query = request.query;
    context.body = route.method === 'GET' ? undefined : jsonOf(context);
    const params = request.params as Record<string, string>;
    const got = read({ params, query: request.query as Record<string, string>, body: context.body });
    if (got.ok) return got.value;
    throw 'absent' in got ? new Failure('not_found') : new Failure('validation', { errors: got.errors });
  };
}
