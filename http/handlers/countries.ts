import { listCountries } from '@innkeeper/operations/countries/list';
import { presentCountry } from '@innkeeper/present/country';
import type { Handlers } from './define.ts';

export const countries = {
  listCountries: async (cx) => ({ data: (await listCountries(cx)).map(presentCountry) }),
} satisfies Handlers;
