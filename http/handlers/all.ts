import type { Handlers } from './define.ts';

/** Every finished operation; `routes/operation.ts` refuses to start when one is missing. */
export const HANDLERS: Handlers = {};
