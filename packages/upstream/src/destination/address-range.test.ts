import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressRange } from './address-range.ts';
import { refusalOfAddress } from './check-destination.ts';

describe('where an address leads', () => {
  it.each([
    ...[
      '8.8.8.8',
      '1.1.1.1',
      '93.184.216.34',
      '172.15.0.1',
      '172.32.0.1',
      '192.167.255.255',
      '100.63.255.255',
      '100.128.0.1',
      '11.0.0.1',
    ],
    ...['2001:4860:4860::8888', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'],
  ])('%s is of the world', (address) => {
    expect(addressRange(address)).toBe('public');
  });

  it.each([
    ...[
      '127.0.0.1',
      '127.255.255.254',
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.0.1',
      '100.64.0.1',
      '100.127.255.255',
    ],
    ...[
      '::1',
      'fc00::1',
      'fdff::1',
      '::ffff:127.0.0.1',
      '::ffff:10.0.0.1',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b::a00:1',
      '[::1]',
      '::ffff:7f00:1',
    ],
  ])('%s is private [U5]', (address) => {
    expect(addressRange(address)).toBe('private');
  });

  it.each([
    ...['169.254.169.254', '169.254.170.2', '169.254.0.1', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
    ...[
      'fd00:ec2::254',
      'fd20:ce::254',
      'fe80::1',
      'fe80::1%eth0',
      '::ffff:169.254.169.254',
      '64:ff9b::a9fe:a9fe',
      '::a9fe:a9fe',
      '::ffff:0:a9fe:a9fe',
    ],
  ])('%s is of cloud metadata or link-local, and refused also where private ones are allowed [U5]', (address) => {
    expect(addressRange(address)).toBe('metadata');
    expect(refusalOfAddress(address, { allowPrivate: true })).not.toBeNull();
  });

  it.each([
    ...[
      '0.0.0.0',
      '0.1.2.3',
      '255.255.255.255',
      '224.0.0.1',
      '239.255.255.255',
      '240.0.0.1',
      '192.0.2.1',
      '198.51.100.1',
      '203.0.113.1',
      '198.18.0.1',
      '192.88.99.1',
      '192.0.0.1',
    ],
    ...[
      '::',
      'ff02::1',
      '2001:db8::1',
      '2002:7f00:1::',
      '2002:808:808::',
      '2001::1',
      '64:ff9b:1::1',
      '100::1',
      'fec0::1',
      '4000::1',
      '3fff::1',
      '5f00::1',
    ],
    ...['', 'localhost', '1.2.3', '127.1', '0x7f.0.0.1', '2130706433', '1.2.3.4.5', '::ffff:300.1.1.1', 'g::1'],
  ])('%s is refused [U5]', (address) => {
    expect(addressRange(address)).toBe('refused');
    expect(refusalOfAddress(address, { allowPrivate: true })).not.toBeNull();
  });

  it('is the same for an IPv4 address and for each way to write it as IPv6 [U5]', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const bytes = address.split('.').map(Number);
        const hex = `${((bytes[0]! << 8) | bytes[1]!).toString(16)}:${((bytes[2]! << 8) | bytes[3]!).toString(16)}`;
        const plain = addressRange(address);
        for (const carried of [`::ffff:${address}`, `::ffff:${hex}`, `64:ff9b::${hex}`, `64:ff9b::${address}`])
          expect(addressRange(carried)).toBe(plain);
      }),
    );
  });

  it('is never of the world for any other IPv6 address outside of 2000::/3 [U5]', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        if (addressRange(address) !== 'public') return;
        expect(address).toMatch(/^([23]|0*64:ff9b:|::|0+:|::ffff:)/i);
      }),
      { numRuns: 2_000 },
    );
  });
});
