/** Tests colleagues: members who join, have fewer permissions, own the account, and sign in with their company. */
import { openDomainProofs } from '@innkeeper/apps/domain-proofs';
import { openResolver } from '@innkeeper/engine/dns/resolver';
import { HttpOpenId } from '@innkeeper/engine/openid/client';
import { days } from '@innkeeper/model/time/clock';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GivenAccount, givenAccount, givenServer } from '../given.ts';
import { givenMember, userOfMember } from '../given-members.ts';
import { givenPassword, PASSWORD } from '../given-sessions.ts';
import { CLIENT } from '../given-single-sign-on.ts';
import { openTestProvider, type TestProvider } from '../openid-provider.ts';
import { openTxtServer, type TxtServer } from '../txt-server.ts';
import { type ConsoleLab, type Customer, expectAccessible, goTo, openConsoleLab, openCustomer, signIn } from './console-lab.ts';
import { views } from './views.ts';

let chain: ConsoleLab;
let origin: string | undefined;
let dns: TxtServer;
let provider: TestProvider;
beforeAll(async () => {
  [dns, provider] = await Promise.all([openTxtServer(), openTestProvider()]);
  const places = [{ address: '127.0.0.1', port: provider.port }];
  chain = await openConsoleLab({
    openId: new HttpOpenId({ allowedEndpoints: places }),
    domainProofs: openDomainProofs(() => openResolver([dns.address])),
    settings: { identityProviders: places },
    // Links of mails and providers lead to the console, whose port is only known once it listens.
    liveSettings: () => (origin === undefined ? {} : { pageUrl: `${origin}/` }),
  });
  origin = chain.origin;
  provider.redirectTo(`${origin}/`);
});
afterAll(async () => {
  await chain?.close();
  await Promise.all([dns?.close(), provider?.close()]);
});

/** Returns the console path of the invitation that was mailed to an address. */
async function invitationTo(email: string): Promise<string> {
  const mails = chain.db.selectFrom('mails').select('data').where('address', '=', email).where('template', '=', 'invitation');
  const { data } = await mails.orderBy('id', 'desc').executeTakeFirstOrThrow();
  return `/${new URL((data as { link: string }).link).search}`;
}

/** Offers the ownership of the account to a member, on the page of the team. */
async function offerOwnership(page: Page, member: string): Promise<void> {
  await page.getByRole('button', { name: `Acts of ${member}` }).click();
  await page.getByRole('menuitem', { name: 'Hand over the ownership' }).click();
  await page.getByRole('button', { name: 'Offer the ownership' }).click();
  await page.getByText(/ownership offered until/).waitFor();
}

/** Accepts the ownership. An offer has no event, so the page is loaded again. */
async function acceptOwnership(page: Page): Promise<void> {
  await page.goto(`${origin}/team`);
  await page.getByRole('button', { name: 'Accept the ownership' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept the ownership' }).click();
  await page.getByText('You own this account now.').waitFor();
}

describe.each(views(import.meta.url))('at $title', ({ name, view }) => {
  let customer: Customer;
  let page: Page;
  let owner: GivenAccount;
  beforeAll(async () => {
    owner = await givenAccount(chain.db, { funds: 10_000n });
    await givenServer(chain.db, { accountId: owner.accountId, hostname: 'web-1' });
    customer = await openCustomer(String(origin), view);
    page = customer.page;
    await signIn(chain.db, customer, owner, String(origin));
  });
  afterAll(() => customer.close());

  test('a colleague is invited, joins by the mailed link, and sees which roles can renew', async () => {
    const email = `grace-${name}@example.net`;
    await page.goto(`${origin}/`);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await goTo(page, 'Team');
    await page.getByText('You are the only member.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite a colleague' });
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Email address' }).getAttribute('aria-invalid')).toBe('true');
    await dialog.getByRole('textbox', { name: 'Email address' }).fill(email);
    await dialog.getByRole('radio', { name: 'Technical' }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const open = page.getByRole('table', { name: 'Open invitations' });
    await open.getByText(email).waitFor();
    const first = await invitationTo(email);
    await page.getByRole('button', { name: `Acts of ${email}` }).click();
    await page.getByRole('menuitem', { name: 'Send again' }).click();
    await expect.poll(() => invitationTo(email)).not.toBe(first);

    const colleague = await openCustomer(String(origin), view);
    const theirs = colleague.page;
    await theirs.goto(origin + (await invitationTo(email)));
    await theirs.getByRole('textbox', { name: 'Your name' }).fill('Grace');
    await theirs.getByLabel('Password').fill(PASSWORD);
    await theirs.getByRole('button', { name: 'Join', exact: true }).click();
    await theirs.getByRole('button', { name: 'Open the console' }).click();
    await theirs.getByRole('textbox', { name: 'Email address' }).fill(email);
    await theirs.getByLabel('Password').fill(PASSWORD);
    await theirs.getByRole('button', { name: 'Continue' }).click();
    await theirs.getByRole('heading', { level: 1, name: 'Servers' }).waitFor();
    // Events update the page of the owner.
    const members = page.getByRole('table', { name: 'Members' });
    await members.getByRole('row', { name: /Grace.*Technical/ }).waitFor();
    await open.waitFor({ state: 'detached' });

    const server = await chain.db
      .selectFrom('services')
      .select('id')
      .where('account_id', '=', owner.accountId)
      .executeTakeFirstOrThrow();
    await theirs.goto(`${origin}/servers/${server.id}/billing`);
    const renew = theirs.getByRole('button', { name: 'Renew' });
    await expect.poll(() => renew.getAttribute('aria-disabled')).toBe('true');
    expect(await renew.getAttribute('aria-description')).toMatch(/These roles may: owner, admin, billing\./);
    await goTo(theirs, 'Team');
    const invite = theirs.getByRole('button', { name: 'Invite' });
    expect(await invite.getAttribute('aria-description')).toMatch(/These roles may: owner, admin\./);
    await theirs.goto(`${origin}/team/sign-in`);
    await theirs.getByText(/These roles may: owner, admin\./).waitFor();
    await expectAccessible(theirs);

    await theirs.goto(`${origin}/servers/${server.id}/billing`);
    await page.getByRole('button', { name: 'Acts of Grace' }).click();
    await page.getByRole('menuitem', { name: 'Change the role' }).click();
    await page.getByRole('dialog').getByRole('radio', { name: 'Billing' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Change the role' }).click();
    await expect.poll(() => renew.getAttribute('aria-disabled')).toBeNull();

    await offerOwnership(page, 'Grace');
    await theirs.goto(`${origin}/team`);
    await theirs.getByRole('button', { name: 'Decline' }).click();
    await theirs.getByText('The offer is declined.').waitFor();
    // An offer of ownership has no event.
    await page.reload();
    await members.getByText(/ownership offered until/).waitFor({ state: 'detached' });

    await offerOwnership(page, 'Grace');
    await acceptOwnership(theirs);
    await theirs.getByRole('row', { name: /Grace.*Owner/ }).waitFor();
    await expectAccessible(theirs);
    // The previous owner is an administrator now, who can get it back only by an offer.
    await members.getByRole('row', { name: /Given.*Administrator/ }).waitFor();
    await offerOwnership(theirs, 'Given');
    await acceptOwnership(page);
    await members.getByRole('row', { name: /Grace.*Administrator/ }).waitFor();
    await page.getByRole('button', { name: 'Acts of Grace' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('You are the only member.').waitFor();
    await theirs.getByRole('heading', { name: 'Sign in' }).waitFor();
    await colleague.close();
  });

  test('a member signs in with the company after its domain is verified and the sign-in tested', async () => {
    const domain = `${name}.example.com`;
    await chain.db
      .updateTable('users')
      .set({ email: `ada@${domain}` })
      .where('id', '=', owner.userId)
      .execute();
    await page.goto(`${origin}/team/sign-in`);
    await page.getByRole('button', { name: 'Set up company sign-in' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'URL of the issuer' }).fill(provider.issuer);
    await dialog.getByRole('textbox', { name: 'Client id' }).fill(CLIENT.id);
    await dialog.getByLabel('Client secret').fill(CLIENT.secret);
    await dialog.getByRole('textbox', { name: 'Domains' }).fill('not a domain!');
    await dialog.getByRole('combobox', { name: 'Role of new people' }).selectOption({ label: 'Technical' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Domains' }).getAttribute('aria-invalid')).toBe('true');
    await dialog.getByRole('textbox', { name: 'Domains' }).fill(domain);
    // This provider does not call the address of Alan verified.
    await dialog.getByRole('checkbox', { name: 'Trust unverified addresses' }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('not proven').waitFor();
    const test = page.getByRole('button', { name: 'Test' });
    expect(await test.getAttribute('aria-description')).toBe('Prove one of the domains first.');
    await expectAccessible(page);
    const { record_name, record_value } = await recordOf(page, domain);
    dns.records.set(record_name, [record_value]);
    await page.getByRole('button', { name: 'Check the domains' }).click();
    await page.getByText('All domains are proven.').waitFor();

    provider.person = { sub: `ada-${name}`, email: `ada@${domain}`, email_verified: true, name: 'Ada' };
    await test.click();
    await page.getByRole('heading', { name: 'Company sign-in' }).waitFor();
    await page.getByRole('button', { name: 'Enable' }).click();
    await dialog.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('button', { name: 'Disable' }).waitFor();
    await page.getByRole('button', { name: 'Require' }).waitFor();
    await expectAccessible(page);

    const colleague = await openCustomer(String(origin), view);
    const theirs = colleague.page;
    provider.person = { sub: `alan-${name}`, email: `alan@${domain}`, name: 'Alan' };
    await theirs.goto(`${origin}/sign-in`);
    await theirs.getByRole('button', { name: 'Company sign-on' }).click();
    await theirs.getByRole('textbox', { name: 'Email address' }).fill(`alan@${domain}`);
    await theirs.getByRole('button', { name: 'Go to your provider' }).click();
    await theirs.getByRole('heading', { level: 1, name: 'Servers' }).waitFor();
    await page.goto(`${origin}/team`);
    await page.getByRole('row', { name: /Alan.*Technical/ }).waitFor();

    // His last proof is old, and only the provider can give another one.
    await chain.db
      .updateTable('sessions')
      .set({ authenticated_at: new Date(Date.now() - days(1)) })
      .where('user_id', '=', (eb) => eb.selectFrom('users').select('id').where('email', '=', `alan@${domain}`))
      .execute();
    await goTo(theirs, 'Tokens');
    const createToken = async () => {
      await theirs.getByRole('button', { name: 'New token' }).click();
      await theirs.getByRole('textbox', { name: 'Name' }).fill('of Alan');
      await theirs.getByRole('button', { name: 'Create the token' }).click();
    };
    await createToken();
    await theirs.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    expect(await theirs.getByRole('textbox', { name: 'Your password' }).count()).toBe(0);
    await expectAccessible(theirs);
    await theirs.getByRole('button', { name: 'Go to your provider' }).click();
    await theirs.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor();
    await createToken();
    await theirs.getByRole('heading', { name: 'Secret of the token of Alan' }).waitFor();
    await colleague.close();
  });

  test('company sign-in is required, no longer required, and removed', async () => {
    const memberId = await givenMember(chain.db, { accountId: owner.accountId, role: 'technical' });
    const { userId, email } = await userOfMember(chain.db, memberId);
    await givenPassword(chain.db, { userId });
    const colleague = await openCustomer(String(origin), view);
    const theirs = colleague.page;
    await signIn(chain.db, colleague, { ...owner, userId }, String(origin));
    await theirs.goto(`${origin}/servers`);
    await theirs.getByRole('heading', { level: 1, name: 'Servers' }).waitFor();

    await page.goto(`${origin}/team/sign-in`);
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    };
    await press('Require');
    await page.getByRole('button', { name: 'Stop requiring' }).waitFor();
    // The member signed in with a password, and this sign-in has ended.
    await theirs.reload();
    await theirs.getByRole('textbox', { name: 'Email address' }).fill(email);
    await theirs.getByLabel('Password').fill(PASSWORD);
    await theirs.getByRole('button', { name: 'Continue' }).click();
    await theirs.getByRole('alert').first().waitFor();
    await expectAccessible(theirs);

    await press('Stop requiring');
    await page.getByRole('button', { name: 'Require', exact: true }).waitFor();
    await theirs.getByRole('button', { name: 'Continue' }).click();
    await theirs.getByRole('heading', { level: 1, name: 'Servers' }).waitFor();
    await press('Remove');
    await page.getByText('No identity provider yet.').waitFor();
    await expectAccessible(page);
    await colleague.close();
  });

  test('support gets access for some hours, and loses it again', async () => {
    await page.goto(`${origin}/team`);
    await page.getByRole('link', { name: 'Support access' }).click();
    await page.getByText('The support has no consent to act in your account.').waitFor();
    await page.getByRole('button', { name: 'Let the support in' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('4 hours', { exact: true }).click();
    await dialog.getByRole('radio', { name: 'Read and operate servers' }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Let the support in' }).click();
    const row = page.getByRole('list', { name: 'Now' }).getByRole('listitem');
    await row.getByText('Read and operate servers').waitFor();
    await expectAccessible(page);
    await row.getByRole('button', { name: /^End/ }).click();
    await page.getByRole('list', { name: 'Earlier consents' }).getByText('Ended', { exact: true }).waitFor();
  });
});

/** Returns the DNS record that the page shows for a domain. */
async function recordOf(page: Page, domain: string): Promise<{ record_name: string; record_value: string }> {
  const lines = page.getByRole('listitem').filter({ hasText: domain }).locator('code');
  const [record_name = '', record_value = ''] = await lines.allTextContents();
  return { record_name, record_value };
}
