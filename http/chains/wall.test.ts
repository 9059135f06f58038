/** The wall between customers and staff in types: each `@ts-expect-error` is an error of the compiler if the wall has a gap. */
import type { Operation } from '@innkeeper/contract/define';
import { accounts } from '@innkeeper/contract/operations/accounts.staff';
import { sshKeys } from '@innkeeper/contract/operations/ssh-keys';
import type { OperatorRoute } from '@innkeeper/contract/operator/routes';
import type { MutatingRequestCx } from '@innkeeper/domain/context';
import type { StaffCx } from '@innkeeper/operations/define.staff';
import { expect, test } from 'vitest';
import type { Route } from '../request/context.ts';

test('an entry of one audience is none of the other', () => {
  // @ts-expect-error The chain of customers takes no entry of staff.
  const ofCustomers: Route = { name: 'suspendAccount', operation: accounts.suspendAccount };
  // @ts-expect-error The chain of staff takes no entry of customers.
  const ofStaff: Pick<OperatorRoute, 'name' | 'entry'> = { name: 'addSshKey', entry: sshKeys.addSshKey };
  // @ts-expect-error An entry of staff has another audience.
  const entry: Operation = accounts.suspendAccount;
  // @ts-expect-error A function of staff gets no context of a customer.
  const cx: StaffCx | undefined = undefined as unknown as MutatingRequestCx;
  expect([ofCustomers.name, ofStaff.name, entry.path, cx]).toEqual(['suspendAccount', 'addSshKey', entry.path, undefined]);
});
