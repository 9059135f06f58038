import { getUser } from '@innkeeper/operations/user/get';
import { updateUser } from '@innkeeper/operations/user/update';
import { presentUser } from '../present/user.ts';
import type { Handlers } from './define.ts';

export const user = {
  getUser: async (cx) => presentUser(await getUser(cx)),
  updateUser: async (cx, { body }) => presentUser(await updateUser(cx, body)),
} satisfies Handlers;
