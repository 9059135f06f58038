/** What surrounds resources on the wire: pages, lists, and the bodies of refusals. */
import { FAILURE_CODES, type FailureCode } from '@innkeeper/model/failures';
import { z } from 'zod';
import { Time } from './schemas/primitives.ts';
import { LockReason } from './schemas/service.ts';

export const PageLinks = z
  .strictObject({ first: z.string(), last: z.string(), prev: z.string().nullable(), next: z.string().nullable() })
  .meta({ id: 'PageLinks' });

export const PageLink = z
  .strictObject({ url: z.string().nullable(), label: z.string(), active: z.boolean() })
  .meta({ id: 'PageLink', description: 'A link of a pager: the previous page, one per page, the next page.' });

export const PageMeta = z
  .strictObject({
    current_page: z.int().min(1),
    from: z.int().min(0),
    to: z.int().min(0),
    last_page: z.int().min(1),
    per_page: z.int().min(1).max(50),
    total: z.int().min(0),
    path: z.string().describe('URL of the list without query.'),
    links: z.array(PageLink),
  })
  .meta({ id: 'PageMeta', description: '`from` and `to` are 0 and `last_page` is 1 when the list is empty.' });

/** A paginated list. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.strictObject({ data: z.array(item), links: PageLinks, meta: PageMeta });
}

/** A list that cannot grow: no links, no meta. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.strictObject({ data: z.array(item) });
}

const codes = Object.keys(FAILURE_CODES) as [FailureCode, ...FailureCode[]];

const code = z.enum(codes).describe('A stable word for machines.');
const requestId = z.string().describe('Also in the header X-Request-Id.');
const retryAfter = z.int().min(0).describe('Seconds to wait, also in the header Retry-After.');

export const ErrorBody = z.strictObject({ message: z.string(), code, request_id: requestId }).meta({ id: 'Error' });

export const ValidationErrorBody = z
  .strictObject({
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string())).describe('Sentences by field; nested fields in dot form.'),
    code: code.optional(),
    request_id: requestId.optional(),
  })
  .meta({ id: 'ValidationError' });

export const LockedBody = z
  .strictObject({
    message: z.string(),
    code,
    request_id: requestId,
    lock_reason: LockReason.nullable(),
    locked_at: Time.nullable(),
    retry_after: retryAfter,
  })
  .meta({ id: 'LockedError' });

export const RateLimitedBody = z
  .strictObject({ message: z.string(), code, request_id: requestId, retry_after: retryAfter })
  .meta({ id: 'RateLimitedError' });

/** The shape of a refusal's body, by its status: every 422 names fields, whatever its code. */
export function bodyOfStatus(status: number): z.ZodType {
  if (status === 422) return ValidationErrorBody;
  if (status === 423) return LockedBody;
  if (status === 429) return RateLimitedBody;
  return ErrorBody;
}
