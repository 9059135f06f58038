import type { OperatorOperation } from '@innkeeper/contract/operator/define';
import { inputReader, type ReadRoute } from '@innkeeper/contract/operator/wire';
import { Failure } from '@innkeeper/model/failures';
import type { Guard } from '../../request/context.ts';
import { bodyReader, type Forms, type JudgeBody } from '../body/body.ts';
import { refuseManyParameters } from '../body/size.ts';

interface StaffRoute extends ReadRoute {
  readonly entry: Pick<OperatorOperation, 'input' | 'files' | 'maxBodyBytes'>;
}

/**
 * Returns the guard that reads the input of a request of staff from path, query and body. An entry with files also accepts a form, and the
 * context gets the files. Throws `not_found` for an impossible id or name, the failures of forms, and otherwise `validation` by field.
 */
export function readInput(route: StaffRoute, forms: Forms): Guard {
  const read = inputReader(route);
  const isRead = route.method === 'GET';
  const judge: JudgeBody = (context, given = {}, form) => {
    const { request, query } = context;
    const got = read({
      params: request.params as Record<string, string>,
      query: query as Record<string, string>,
      body: given,
      form,
    });
    if (!got.ok) throw 'absent' in got ? new Failure('not_found') : new Failure('validation', { errors: got.errors });
    context.input = got.value;
    return form ? got.value : given;
  };
  const body = bodyReader(
    { ...route.entry, takes: route.entry.files ? 'json or form' : 'json', isRequired: false },
    forms,
    judge,
  );
  return (context) => {
    const { query } = context.request;
    refuseManyParameters(query as object);
    context.query = query;
    if (!isRead) return body(context);
    judge(context, undefined, false);
    return undefined;
  };
}
