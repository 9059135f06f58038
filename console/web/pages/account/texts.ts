/** Texts about the account: billing data, affiliate program, exports, closing. */

export const texts = {
  title: 'Account',
  address: 'Billing address',
  street: 'Street and number',
  postalCode: 'Postal code',
  city: 'City',
  country: 'Country',
  countryFixed:
    'Fixed, because an order was paid or the account is a company. The support of your host can change it, also to a postal code with other VAT.',
  countryHint: 'It decides the VAT. It can be changed until the first order is paid or a company is set.',
  contact: 'Contact',
  phone: 'Telephone number',
  techEmail: 'Address for technical messages',
  techEmailHint: (email: string) => `Empty: they go to ${email}.`,
  company: 'Company',
  isCompany: 'This account belongs to a company',
  companyFixed: 'Fixed since the first paid order. The support of your host can change it.',
  companyHint: 'These fields can be changed until the first paid order, and within 5 days of the first deposit.',
  companyName: 'Name of the company',
  companyAddress: 'Address of the company',
  companyNumber: 'Registration number',
  vatNumber: 'VAT number',
  vatHint: 'With the letters of its country, such as ATU12345678. It is checked, and VAT is added until the check has ended.',
  save: 'Save',
  saved: 'Saved.',
} as const;
