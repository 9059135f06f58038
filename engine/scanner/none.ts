import type { Scanner } from './port.ts';

/** Where the operator has no scanner: everything is taken as it comes. */
export const NONE: Scanner = {
  name: 'none',
  async scan(content) {
    content.destroy();
    return { result: 'clean' };
  },
};
