import type { AvailableAddon } from '@innkeeper/sdk/index';
import { describe, expect, it } from 'vitest';
import { offersFor, requestOf } from './addon-fields.ts';

const offer = (key: string) => ({ key }) as AvailableAddon;
const addon = (name: string, status: 'active' | 'awaiting_payment' = 'active') => ({ name, status });

describe('request', () => {
  it('has one field per addon, with a number if the addon has quantities', () => {
    expect(requestOf('backups', 3)).toEqual({ backups: true });
    expect(requestOf('bandwidth', 3)).toEqual({ bandwidth: 3 });
    expect(requestOf('microsoft_rds_sal', 2)).toEqual({ microsoft_rds_sal: 2 });
  });

  it('names a licence of the catalogue by its key', () => {
    expect(requestOf('cpanel-admin-5', 1)).toEqual({ cpanel: 'cpanel-admin-5' });
    expect(requestOf('toString', 1)).toEqual({ cpanel: 'toString' });
  });
});

describe('change', () => {
  const available = ['backups', 'cpanel-admin-5', 'cpanel-pro-30', 'microsoft_office_sal'].map(offer);

  it('offers another number of seats, or another licence', () => {
    expect(offersFor(addon('microsoft_office_sal'), available)).toEqual([offer('microsoft_office_sal')]);
    expect(offersFor(addon('cpanel-admin-5'), available)).toEqual([offer('cpanel-pro-30')]);
  });

  it('is impossible for other addons, and before the addon is paid', () => {
    expect(offersFor(addon('backups'), available)).toEqual([]);
    expect(offersFor(addon('cpanel-admin-5', 'awaiting_payment'), available)).toEqual([]);
  });
});
