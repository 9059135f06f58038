/** Hashes a guest's password before any row is locked. Use cases never see it in clear text. A quote skips the hash, which takes 28 ms. */
import type { Operation } from '@innkeeper/contract/define';
import { Password } from '@innkeeper/contract/schemas/primitives';
import type { GuestPasswords } from '@innkeeper/domain/guest-passwords/hash';
import { z } from 'zod';
import type { Guard, Route } from '../request/context.ts';
import { isQuoteRequest } from './quote.ts';

export function guestPassword({ operation }: Route, passwords: GuestPasswords): Guard {
  if (!takesGuestPassword(operation)) return () => undefined;
  return (context) => {
    const { password } = (context.body ?? {}) as { password?: string };
    if (password === undefined || !context.caller || isQuoteRequest(context)) return undefined;
    return passwords.hash(password, context.caller.accountId).then((hash) => {
      context.passwordHash = hash;
      return undefined;
    });
  };
}

function takesGuestPassword({ body }: Operation): boolean {
  if (!(body instanceof z.ZodObject)) return false;
  const { password } = body.shape;
  return isPassword(password instanceof z.ZodOptional ? password.unwrap() : password);
}

/**
 * Returns whether the contract marks the field as a password. A field with a description is a separate schema, so the format is compared.
 */
function isPassword(field: unknown): boolean {
  return field instanceof z.ZodType && field.meta()?.format === Password.meta()?.format;
}
