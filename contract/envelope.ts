/** What surrounds resources on the wire: pages, lists, and the bodies of refusals. */
import { FAILURE_CODES, type FailureCode } from '@innkeeper/model/failures';
import { z } from 'zod';
import { about, Time } from './schemas/primitives.ts';
import { LockReason } from './schemas/service.ts';

const HERE = 'https://api.example.com/v1/servers';

export const PageLinks = z
  .strictObject({
    first: z.string().meta(about('URL of the first page.', `${HERE}?page=1`)),
    last: z.string().meta(about('URL of the last page.', `${HERE}?page=1`)),
    prev: z.string().nullable().meta(about('URL of the page before; null on the first.', null)),
    next: z.string().nullable().meta(about('URL of the page after; null on the last.', null)),
  })
  .meta({ id: 'PageLinks', description: 'Other pages of a list, with its filters.' });

export const PageLink = z
  .strictObject({
    url: z
      .string()
      .nullable()
      .meta(about('URL of the page; null where there is no such page.', `${HERE}?page=1`)),
    label: z.string().meta(about('Text of the link, with HTML entities.', '1')),
    active: z.boolean().describe('Whether it is the current page.'),
  })
  .meta({ id: 'PageLink', description: 'A link of a pager: the previous page, one per page, the next page.' });

export const PageMeta = z
  .strictObject({
    current_page: z.int().min(1).describe('Number of this page.'),
    from: z.int().min(0).describe('Number of its first item in the list, from 1.'),
    to: z.int().min(0).describe('Number of its last item in the list.'),
    last_page: z.int().min(1).describe('How many pages there are.'),
    per_page: z.int().min(1).max(50).describe('Largest number of items on a page.'),
    total: z.int().min(0).describe('Items of the whole list.'),
    path: z.string().meta(about('URL of the list without query.', HERE)),
    links: z.array(PageLink).describe('Links of a pager.'),
  })
  .meta({ id: 'PageMeta', description: '`from` and `to` are 0 and `last_page` is 1 when the list is empty.' });

/** A paginated list. Of a type with a name, it has one too: `ServerPage`, or `id`. */
export function pageOf<T extends z.ZodType>(item: T, id?: string) {
  const data = z.array(item).describe('The items of this page.');
  const page = z.strictObject({
    data,
    links: PageLinks.describe('Other pages.'),
    meta: PageMeta.describe('Which page this is.'),
  });
  return page.meta({ ...named(item, 'Page', 'A page of a list.'), ...(id !== undefined && { id }) });
}

/** A list that cannot grow: no links, no meta. Of a type with a name, it has one too: `DepartmentList`. */
export function listOf<T extends z.ZodType>(item: T) {
  const list = z.strictObject({ data: z.array(item).describe('All items.') });
  return list.meta(named(item, 'List', 'A list that is not paginated.'));
}

function named(item: z.ZodType, suffix: string, description: string) {
  const id = item.meta()?.id;
  return id === undefined ? { description } : { id: `${id}${suffix}`, description };
}

const codes = Object.keys(FAILURE_CODES) as [FailureCode, ...FailureCode[]];

const message = z.string().describe('What is wrong, in a sentence.');
const code = z.enum(codes).meta({ id: 'ErrorCode', description: 'A stable code, for programs.' });
const requestId = z.string().describe('Id of the request; give it to our support. Also in the header X-Request-Id.');
const retryAfter = z.int().min(0).describe('Seconds to wait, also in the header Retry-After.');

export const ErrorBody = z
  .strictObject({ message, code, request_id: requestId })
  .meta({ id: 'ApiError', description: 'Why a request was refused.' });

export const ValidationErrorBody = z
  .strictObject({
    message,
    errors: z.record(z.string(), z.array(z.string())).describe('Sentences by field; nested fields in dot form.'),
    code,
    request_id: requestId,
  })
  .meta({
    id: 'ValidationError',
    description: 'Which fields were refused, and why. `errors` is `{}` where no field is at fault.',
  });

export const LockedBody = z
  .strictObject({
    message,
    code,
    request_id: requestId,
    lock_reason: LockReason.nullable().describe('Kind of the operation that holds the service.'),
    locked_at: Time.nullable().describe('Since when it holds it.'),
    retry_after: retryAfter,
  })
  .meta({ id: 'Locked', description: 'An operation in progress holds the service.' });

export const RateLimitedBody = z
  .strictObject({ message, code, request_id: requestId, retry_after: retryAfter })
  .meta({ id: 'RateLimited', description: 'Too many requests. Please try again later.' });

/** The shape of a refusal's body, by its status: every 422 names fields, whatever its code. */
export function bodyOfStatus(status: number): z.ZodType {
  if (status === 422) return ValidationErrorBody;
  if (status === 423) return LockedBody;
  if (status === 429) return RateLimitedBody;
  return ErrorBody;
}
