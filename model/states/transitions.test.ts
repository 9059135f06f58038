import { expect, test } from 'vitest';
import { orderLife } from './order.ts';
import { serverLife } from './server.ts';

test('a listed verb leads on, another is refused with the state in words', () => {
  expect(orderLife.next('awaiting_payment', 'pay')).toBe('paid');
  expect(() => orderLife.next('paid', 'delete')).toThrow('This order is paid, so you cannot delete it now.');
  expect(serverLife.can('terminated', 'activate')).toBe(false);
});

test('every next state is a state of the table', () => {
  for (const life of [orderLife, serverLife]) {
    const states = Object.keys(life.table);
    for (const row of Object.values(life.table)) for (const to of Object.values(row)) expect(states).toContain(to);
  }
});
