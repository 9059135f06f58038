import { parseDecimal } from '@innkeeper/model/money';
import { createToken } from '@innkeeper/operations/tokens/create';
import { deleteToken } from '@innkeeper/operations/tokens/delete';
import { listTokens } from '@innkeeper/operations/tokens/list';
import { rotateToken } from '@innkeeper/operations/tokens/rotate';
import { updateToken } from '@innkeeper/operations/tokens/update';
import { page } from '@innkeeper/present/page';
import { presentNewToken, presentToken } from '@innkeeper/present/token';
import type { Handlers } from './define.ts';

export const tokens = {
  listTokens: async (cx, { query }, url) =>
    page(url, query, await listTokens(cx, { page: query.page, perPage: query.per_page }), presentToken),
  createToken: async (cx, { body: { monthly_cap, ...body } }) =>
    presentNewToken(
      await createToken(cx, {
        ...body,
        monthlyCap: monthly_cap === undefined ? undefined : parseDecimal(monthly_cap.toFixed(2)),
      }),
    ),
  updateToken: async (cx, { token, body }) => presentToken(await updateToken(cx, { token, ...body })),
  deleteToken: async (cx, { token }) => void (await deleteToken(cx, { token })),
  rotateToken: async (cx, { token, body }) =>
    presentNewToken(await rotateToken(cx, { token, overlapMinutes: body?.overlap_minutes })),
} satisfies Handlers;
