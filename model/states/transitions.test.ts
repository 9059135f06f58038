import { expect, test } from 'vitest';
import { orderLifecycle } from './order.ts';
import { serviceLifecycle } from './server.ts';

test('an allowed verb changes the state, and any other is refused with the current state', () => {
  expect(orderLifecycle.next('awaiting_payment', 'pay')).toBe('paid');
  expect(() => orderLifecycle.next('paid', 'delete')).toThrow('This order is paid, so you cannot delete it now.');
  expect(serviceLifecycle.can('terminated', 'activate')).toBe(false);
});

test('every next state exists in the table', () => {
  for (const life of [orderLifecycle, serviceLifecycle]) {
    const states = Object.keys(life.table);
    for (const row of Object.values(life.table)) for (const to of Object.values(row)) expect(states).toContain(to);
  }
});
