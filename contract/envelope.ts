/** Schemas around resources: pages, lists, and the bodies of failures. */
import { FAILURE_CODES, type FailureCode } from '@innkeeper/model/failures';
import { z } from 'zod';
import { about, Time } from './schemas/primitives.ts';
import { LockReason } from './schemas/service.ts';

const EXAMPLE_URL = 'https://api.example.com/v1/servers';

export const PageLinks = z
  .strictObject({
    first: z.string().meta(about('URL of the first page.', `${EXAMPLE_URL}?page=1`)),
    last: z.string().meta(about('URL of the last page.', `${EXAMPLE_URL}?page=1`)),
    prev: z.string().nullable().meta(about('URL of the previous page, or null on the first page.', null)),
    next: z.string().nullable().meta(about('URL of the next page, or null on the last page.', null)),
  })
  .meta({ id: 'PageLinks', description: 'Links to other pages of a list, with the filters of the list.' });

export const PageLink = z
  .strictObject({
    url: z
      .string()
      .nullable()
      .meta(about('URL of the page, or null if there is no such page.', `${EXAMPLE_URL}?page=1`)),
    label: z.string().meta(about('Text of the link, with HTML entities.', '1')),
    active: z.boolean().describe('True if the link leads to the current page.'),
  })
  .meta({ id: 'PageLink', description: 'A pagination link: the previous page, each page, or the next page.' });

export const PageMeta = z
  .strictObject({
    current_page: z.int().min(1).describe('Number of this page.'),
    from: z.int().min(0).describe('Position of the first item of the page in the list, starting at 1.'),
    to: z.int().min(0).describe('Position of the last item of the page in the list.'),
    last_page: z.int().min(1).describe('Number of pages.'),
    per_page: z.int().min(1).max(50).describe('Maximum number of items per page.'),
    total: z.int().min(0).describe('Number of items in the whole list.'),
    path: z.string().meta(about('URL of the list without query.', EXAMPLE_URL)),
    links: z.array(PageLink).describe('Pagination links.'),
  })
  .meta({ id: 'PageMeta', description: 'Position of the page. For an empty list, `from` and `to` are 0 and `last_page` is 1.' });

/** Returns the schema of a paginated list. Its id is `id`, or the id of the item with `Page`: `ServerPage`. */
export function pageOf<T extends z.ZodType>(item: T, id?: string) {
  const data = z.array(item).describe('The items of this page.');
  const page = z.strictObject({
    data,
    links: PageLinks.describe('Links to other pages.'),
    meta: PageMeta.describe('Position of the page in the list.'),
  });
  return page.meta({ ...withId(item, 'Page', 'A page of a list.'), ...(id !== undefined && { id }) });
}

/** Returns the schema of a list that is not paginated. Its id is the id of the item with `List`: `DepartmentList`. */
export function listOf<T extends z.ZodType>(item: T) {
  const list = z.strictObject({ data: z.array(item).describe('All items.') });
  return list.meta(withId(item, 'List', 'A list that is not paginated.'));
}

function withId(item: z.ZodType, suffix: string, description: string) {
  const id = item.meta()?.id;
  return id === undefined ? { description } : { id: `${id}${suffix}`, description };
}

const codes = Object.keys(FAILURE_CODES) as [FailureCode, ...FailureCode[]];

const message = z.string().describe('Description of the error, and the next step.');
const code = z.enum(codes).meta({ id: 'ErrorCode', description: 'Stable error code for programs.' });
const requestId = z.string().describe('Id of the request, for support. Also in the header X-Request-Id.');
const retryAfter = z.int().min(0).describe('Time in seconds to wait. Also in the header Retry-After.');

export const ErrorBody = z
  .strictObject({ message, code, request_id: requestId })
  .meta({ id: 'ApiError', description: 'Reason why a request was refused.' });

export const ValidationErrorBody = z
  .strictObject({
    message,
    errors: z.record(z.string(), z.array(z.string())).describe('Messages per field. Nested fields use dot notation.'),
    code,
    request_id: requestId,
  })
  .meta({
    id: 'ValidationError',
    description: 'Refused fields and the reasons. `errors` is `{}` if no single field is at fault.',
  });

export const LockedBody = z
  .strictObject({
    message,
    code,
    request_id: requestId,
    lock_reason: LockReason.nullable().describe('Kind of the operation that locks the service.'),
    locked_at: Time.nullable().describe('Time when the service was locked.'),
    retry_after: retryAfter,
  })
  .meta({ id: 'Locked', description: 'A running operation locks the service.' });

export const RateLimitedBody = z
  .strictObject({ message, code, request_id: requestId, retry_after: retryAfter })
  .meta({ id: 'RateLimited', description: 'There were too many requests. Try again later.' });

/** Returns the schema of a failure's body by its status. Every 422 names fields, whatever its code. */
export function bodyOfStatus(status: number): z.ZodType {
  if (status === 422) return ValidationErrorBody;
  if (status === 423) return LockedBody;
  if (status === 429) return RateLimitedBody;
  return ErrorBody;
}
