import type { TokenShape } from './token-shape.ts';

/** Shapes that belong to nobody in particular. */
export const generalTokens: readonly TokenShape[] = [
  {
    name: 'webhook signing secret',
    begins: ['whsec_'],
    shape: /whsec_[A-Za-z0-9+/=_-]{16,}/y,
    example: ['', 'whsec_q74mYwUufJSunpFAKEt5gobuszgI6hwg'],
  },
  {
    name: '1Password token',
    begins: ['ops_eyJ'],
    shape: /ops_eyJ[A-Za-z0-9_-]{20,}={0,2}/y,
    example: [
      '',
      'ops_eyJq7Fq5XJ7T2YDF0k5Uy8Ih1WolAqAN8EpSQmGlJ2OLxcWyJN5ZyiKn5smyFFAKEyo1TMfsNhFv1cq4HjHQaO0IefjDed5JsfPfKim3vAK1UdskfqS1dXba9rE',
    ],
  },
  {
    name: '1Password secret key',
    begins: ['A3-'],
    shape: /A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,6}){4,5}/y,
    example: ['', 'A3-FAKE23-FAKE45-ABCDE-FGHIJ-KLMNO-PQRST'],
  },
  {
    name: 'age secret key',
    begins: ['AGE-SECRET-KEY-'],
    shape: /AGE-SECRET-KEY-[A-Z0-9]{1,2}[A-Z0-9-]{20,}/y,
    example: ['', 'AGE-SECRET-KEY-1JPC7XGX5FJUBWRBGCN7NQR3G4IQCVMLYFBDCX57EZHFQUOFZL4KXPOLCQW'],
  },
  {
    name: 'age secret key for plugins',
    begins: ['AGE-PLUGIN-'],
    shape: /AGE-PLUGIN-[A-Z0-9-]{20,}/y,
    example: ['', 'AGE-PLUGIN-YUBIKEY-1DBDQ6DGJUAMT4G6UXQYHX6YK4PJA5MCKOEXI4GYB'],
  },
  {
    name: 'JSON web token',
    begins: ['eyJ'],
    readsRun: true,
    shape: /eyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*){0,3}/y,
    example: ['', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJmYWtlIn0.q7CglGapsIak1WEXuquFAKE8FVA1p31eTJQGG4PHJfR'],
  },
  {
    name: 'body of an OpenSSH key',
    begins: ['b3BlbnNzaC1rZXktdjE'],
    shape: /b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/]{20,}={0,2}/y,
    example: ['', 'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwFAKE'],
  },
  {
    name: 'password in an address of Oracle',
    begins: ['jdbc:oracle:thin:'],
    shape: /(jdbc:oracle:thin:[\w$#]{1,64}\/)[\w!#$%^&*+.~-]{1,128}/y,
    example: ['jdbc:oracle:thin:scott/', 't1gerFAKE'],
  },
];
