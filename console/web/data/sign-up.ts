/** Queries for opening an account: its rules, and the countries with their VAT. */
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const signUpQuery = queryOptions({ queryKey: ['sign-up'], queryFn: ({ signal }) => client.getSignUp({}, { signal }) });

export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: async ({ signal }) => (await client.listCountries({}, { signal })).data,
});
