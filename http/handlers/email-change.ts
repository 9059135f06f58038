import { confirmEmailChange } from '@innkeeper/operations/email-change/confirm';
import { createEmailChange } from '@innkeeper/operations/email-change/create';
import { deleteEmailChange } from '@innkeeper/operations/email-change/delete';
import { getEmailChange } from '@innkeeper/operations/email-change/get';
import { stopEmailChange } from '@innkeeper/operations/email-change/stop';
import { presentEmailChange } from '@innkeeper/present/email-change';
import type { Handlers } from './define.ts';

export const emailChange = {
  getEmailChange: async (cx) => presentEmailChange(await getEmailChange(cx)),
  createEmailChange: async (cx, { body }) => presentEmailChange(await createEmailChange(cx, body)),
  deleteEmailChange: async (cx) => void (await deleteEmailChange(cx)),
  confirmEmailChange: async (cx, { body: { secret } }, _url, { throttle }) => ({
    changed: await confirmEmailChange(cx, { secret, throttle }),
  }),
  stopEmailChange: async (cx, { body: { secret } }, _url, { throttle }) => void (await stopEmailChange(cx, { secret, throttle })),
} satisfies Handlers;
