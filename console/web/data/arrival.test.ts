import { describe, expect, it } from 'vitest';
import { readReturn } from './arrival.ts';

describe('readReturn', () => {
  it('finds the page for each link in mails', () => {
    expect(readReturn('?password_reset=s1')).toEqual({ page: '/password', returned: { secrets: { password_reset: 's1' } } });
    expect(readReturn('?invitation=s2')?.page).toBe('/join');
    expect(readReturn('?email_change=s3')?.page).toBe('/email-change');
    expect(readReturn('?sign_up=s4')?.page).toBe('/sign-up/confirm');
  });

  it('reads the reply of an identity provider, also a refusal', () => {
    expect(readReturn('?state=a&code=b&iss=https%3A%2F%2Fidp.example')).toEqual({
      page: '/sign-in',
      returned: { secrets: {}, provider: { state: 'a', code: 'b', iss: 'https://idp.example' } },
    });
    expect(readReturn('?state=a&error=access_denied')?.returned.provider).toEqual({ state: 'a', error: 'access_denied' });
  });

  it("reads an affiliate's code", () => {
    expect(readReturn('?ref=harbour-7')).toEqual({ page: '/sign-up', returned: { secrets: {}, referral: 'harbour-7' } });
    expect(readReturn('?ref=')).toBeUndefined();
  });

  it('ignores every other URL', () => {
    expect(readReturn('')).toBeUndefined();
    expect(readReturn('?state=a')).toBeUndefined();
    expect(readReturn('?password_reset=')).toBeUndefined();
    expect(readReturn('?q=web')).toBeUndefined();
  });
});
