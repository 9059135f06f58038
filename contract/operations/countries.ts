import { operation } from '../define.ts';
import { listOf } from '../envelope.ts';
import { Country } from '../schemas/user.ts';

/** Countries that a client can offer for an account. */
export const countries = {
  listCountries: operation({
    method: 'GET',
    path: '/countries',
    group: 'Countries',
    title: 'List countries',
    summary:
      'Lists the countries that new customers can live in, with the VAT that this host charges consumers there. No token is needed.',
    origin: 'ours',
    ability: 'read',
    anonymous: true,
    bodyKind: 'none',
    reply: { status: 200, schema: listOf(Country) },
    failures: [],
  }),
};
