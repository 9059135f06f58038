import { createAccountClosure } from '@innkeeper/operations/account-closure/create';
import { deleteAccountClosure } from '@innkeeper/operations/account-closure/delete';
import { getAccountClosure } from '@innkeeper/operations/account-closure/get';
import { presentAccountClosure } from '@innkeeper/present/account-closure';
import type { Handlers } from './define.ts';

export const accountClosure = {
  getAccountClosure: async (cx) => presentAccountClosure(await getAccountClosure(cx)),
  createAccountClosure: async (cx, { body }) => presentAccountClosure(await createAccountClosure(cx, body)),
  deleteAccountClosure: async (cx) => void (await deleteAccountClosure(cx)),
} satisfies Handlers;
