import type { ReactNode } from 'react';
import { useMe } from '../../data/session.ts';
import { Note } from '../../parts/box.tsx';
import { can } from '../../rules/can.ts';
import { texts } from '../account-texts.ts';

/** Shows data for owners only. Other roles see which roles may read it. */
export function OwnerOnly({
  operation,
  children,
}: {
  operation: 'listAccountExports' | 'getAccountClosure';
  children: ReactNode;
}) {
  const verdict = can(operation, undefined, useMe());
  if (!('no' in verdict)) return children;
  return <Note>{verdict.no === 'role' ? texts.ownerOnly(verdict.roles.join(', ')) : verdict.sentence}</Note>;
}
