/** How values of PostgreSQL arrive; local to our connections, so that no other user of `pg` is surprised. */
import pg from 'pg';

const { builtins } = pg.types;

/**
 * int8 arrives as bigint. The rest as `pg` has it: timestamptz is a Date, inet and cidr are text, numeric stays a string
 * because no number of JS holds it.
 */
export const localTypes: pg.CustomTypesConfig = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    if (id === builtins.INT8 && format !== 'binary') return (text: string) => BigInt(text);
    return format === 'binary' ? pg.types.getTypeParser(id, 'binary') : pg.types.getTypeParser(id, 'text');
  },
};
