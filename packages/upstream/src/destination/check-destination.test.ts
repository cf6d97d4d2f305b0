import { describe, expect, it } from 'vitest';
import { checkDestination } from './check-destination.ts';

const outcome = (url: string, allowPrivate = false): string => {
  try {
    checkDestination(new URL(url), { allowPrivate });
    return 'allowed';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('an address before its name is looked up', () => {
  it.each(['https://api.example.invalid/', 'http://8.8.8.8/', 'https://[2606:4700::1111]/', 'http://a.invalid:8080/'])(
    'lets %s pass',
    (url) => {
      expect(outcome(url)).toBe('allowed');
    },
  );

  it.each([
    ...[
      'http://localhost/',
      'http://LOCALHOST/',
      'http://localhost./',
      'http://a.localhost/',
      'http://a.localhost./',
      'http://127.0.0.1/',
      'http://127.1/',
      'http://2130706433/',
    ],
    ...[
      'http://0x7f000001/',
      'http://017700000001/',
      'http://①②⑦.0.0.1/',
      'http://[::1]/',
      'http://[::ffff:7f00:1]/',
      'http://10.1.2.3/',
      'http://192.168.1.1./',
    ],
  ])('refuses %s unless private ones are allowed [U5]', (url) => {
    expect(outcome(url)).toBe('destination_refused');
    expect(outcome(url, true)).toBe('allowed');
  });

  it.each([
    ...[
      'http://169.254.169.254/',
      'http://0xa9fea9fe/',
      'http://2852039166/',
      'http://[::ffff:169.254.169.254]/',
      'http://metadata.google.internal./',
      'http://METADATA/',
    ],
    ...[
      'http://0/',
      'http://0.0.0.0/',
      'http://255.255.255.255/',
      'http://224.0.0.1/',
      'http://[fe80::1]/',
      'ftp://a.invalid/',
      'file:///a',
      'http://u:p@a.invalid/',
      'http://a.invalid:0/',
    ],
  ])('refuses %s always [U5]', (url) => {
    expect(outcome(url, true)).toBe('destination_refused');
    expect(outcome(url, false)).toBe('destination_refused');
  });
});
