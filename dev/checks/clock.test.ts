import { expect, it } from 'vitest';
import { judgeClocks } from './clock.ts';

const file = (path: string, text: string) => ({ path, text });

it('finds code and SQL that read the system clock', () => {
  for (const text of [
    'const at = new Date();',
    'if (Date.now() > end) return;',
    'setTimeout(act, 5);',
    'sql`delete from tokens where expires_at < now()`',
  ])
    expect(judgeClocks([file('domain/a.ts', text)], {}), text).toEqual([expect.stringContaining('domain/a.ts asks')]);
});

it("accepts the context's clock, comments and listed exceptions", () => {
  const given = 'const at = cx.clock.now(); const then = new Date(at.getTime() + 5); // not Date.now()\n/** new Date() */';
  expect(judgeClocks([file('domain/a.ts', given)], {})).toEqual([]);
  expect(judgeClocks([file('domain/a.ts', 'await sleep(5);')], { 'domain/a.ts': 'waits' })).toEqual([]);
  expect(judgeClocks([file('domain/a.ts', given)], { 'domain/a.ts': 'waits' })).toEqual([expect.stringContaining('Take it off')]);
});
