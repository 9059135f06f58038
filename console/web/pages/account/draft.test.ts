import type { User } from '@innkeeper/sdk/index';
import { expect, it } from 'vitest';
import { draftOf, toUpdate } from './draft.ts';

const user: User = {
  ...{ name: 'Ada', email: 'ada@example.com', tech_email: null, phone_number: null, city: 'Vienna', address: null },
  ...{
    country: { id: 14, code: 'AT', name: 'Austria', tax_rate: 1.2 },
    postal_code: '1010',
    language: 'en',
    muted_mails: [],
    aff_hash: null,
  },
  ...{ company: false, company_name: null, company_address: null, company_number: null, vat_number: null },
  ...{ '2fa_enabled': false, email_otp_enabled: false, newsletter: false, created_at: '2027-01-01T00:00:00Z' },
};

it('sends only changed fields', () => {
  const draft = draftOf(user);
  expect(toUpdate(draft, user)).toEqual({});
  expect(toUpdate({ ...draft, city: ' Graz ', postal_code: '', country_id: 7 }, user)).toEqual({
    ...{ city: 'Graz', postal_code: '', country_id: 7 },
  });
});

it('sends company fields only for a company', () => {
  const draft = { ...draftOf(user), company_name: 'Example GmbH' };
  expect(toUpdate(draft, user)).toEqual({});
  expect(toUpdate({ ...draft, company: true }, user)).toEqual({ company: true, company_name: 'Example GmbH' });
  const company = { ...user, company: true, company_name: 'Example GmbH' };
  expect(toUpdate({ ...draftOf(company), company: false }, company)).toEqual({ company: false });
});
