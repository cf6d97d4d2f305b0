import { describe, expect, it } from 'vitest';
import { createScan, findSecrets, mayHoldSecret } from './find-secrets.ts';
import { limits } from './limits.ts';

const opaque = 'q7FAKEq7FAKE';
const mayHold = (line: string): boolean => mayHoldSecret(line, 0, line.length);

describe('a first look at a line', () => {
  it.each([
    'password=x',
    'token: x',
    'key: x',
    'name: x',
    'value=x',
    'code=x',
    '"password", "x"',
    'tool --password x',
    'tool --token x',
    'tool --signature x',
    '<password>x',
    '<x:password>x',
    '<name>x',
    '<Value>x',
    `password ${opaque}`,
    `password is ${opaque}`,
    `password | ${opaque}`,
    'key 12345678',
    'https://a@b',
    `https://${'a'.repeat(limits.addressProbeLength)}`,
    '-----BEGIN PRIVATE KEY-----',
    'variable "x"',
    'Bearer',
    'a Basic b',
    'mysql',
    'ghp_q7FAKEq7FAKEq7FAKEq7FAKEq7FAKEq7FAKEq7',
  ])('lets it through to the finders: %s [G8]', (line) => {
    expect(mayHold(line)).toBe(true);
    expect(mayHold(`a ${line}`)).toBe(true);
    expect(mayHoldSecret(`token=x ${line} token=x`, 'token=x '.length, 'token=x '.length + line.length)).toBe(true);
  });

  it.each([
    '',
    'colour=x',
    'at 12:30',
    '=x',
    'passwords, x',
    '"colour", "x"',
    '"", x',
    ', x',
    'tool --colour x',
    'tool --password',
    '<colour>x',
    '< name>x',
    'password',
    'password 1234567',
    'password 1234 678',
    'password is 1234567',
    'password | 1234567',
    'password-12345678',
    'https://a.b/c d@e',
    'https://a.b"@e',
    "https://a.b'@e",
    'https://a.b`@e',
    'https://a.b<@e',
    'https://a.b>@e',
    '://a@b',
    '"://a@b',
    'xBearer',
    'xghp_q7FAKEq7FAKEq7FAKEq7FAKEq7FAKEq7FAKEq7',
    'ghp_q7 of it',
    'tool -p x',
    '"a" > \'b\'',
    '***REDACTED***',
  ])('passes it by: %s [G8]', (line) => {
    expect(mayHold(line)).toBe(false);
    expect(mayHoldSecret(`token=x\n${line}\ntoken=x`, 8, 8 + line.length)).toBe(false);
  });
});

describe('a walk through a line', () => {
  it.each([
    ['nothing here', 0, 0],
    ['password=x9FAKE', 1, 1],
    ['password=x9FAKE token=y9FAKE', 2, 2],
    ['password=null', 1, 0],
    ['colour=x', 0, 0],
    ['tool --password x9FAKE', 1, 1],
    ['tool --colour x9FAKE', 0, 0],
    ['mysql -px9FAKE', 1, 1],
    ['mysql x', 0, 0],
    [`password ${opaque}`, 1, 1],
    ['password 1234567', 0, 0],
    ['https://a:x9FAKE@b', 1, 1],
    ['<password>x9FAKE</password>', 1, 1],
    ['<colour>x9FAKE</colour>', 1, 0],
    ['"password", "q7FAKEq7FAKE"', 1, 1],
    ['-----BEGIN PRIVATE KEY-----abc-----END PRIVATE KEY-----', 1, 1],
    ['Private-Lines: 8', 1, 0],
    ['variable "x" {', 1, 0],
    ['ghp_q7FAKEq7FAKEq7FAKEq7FAKEq7FAKEq7FAKEq7', 1, 1],
  ])('counts what it looked at more closely, and finds: %s [G8]', (line, tries, count) => {
    const scan = createScan();
    findSecrets(scan, line, null);
    expect([scan.tries, scan.spans.length]).toEqual([tries, count]);
  });

  it.each([
    ['password: |', { kind: 'block', indent: 0 }],
    ['  password: >-', { kind: 'block', indent: 2 }],
    ['  password: |+2 # x', { kind: 'block', indent: 2 }],
    ['+   password: |', { kind: 'block', indent: 3 }],
    ['12:  password: |', { kind: 'block', indent: 1 }],
    ['src/a.yml:12:  password: |', { kind: 'block', indent: 2 }],
    ['password:', { kind: 'words' }],
    ['password: \n', { kind: 'words' }],
    ['password: \r\n', { kind: 'words' }],
    ['password="abc', { kind: 'quote', quote: '"' }],
    ["password: 'abc\n", { kind: 'quote', quote: "'" }],
    ['tool --password "abc', { kind: 'quote', quote: '"' }],
    ['passwords: [', { kind: 'list' }],
    ['passwords: ["x9FAKE",\n', { kind: 'list' }],
    ['-----BEGIN PRIVATE KEY-----', { kind: 'key' }],
    ['"-----BEGIN PRIVATE KEY-----abc\\n" +', { kind: 'key' }],
    ['Private-Lines: 8', { kind: 'key' }],
    ['ghp_q7FAKE\n', { kind: 'words' }],
    ['ghp_q7FAKE\r\n', { kind: 'words' }],
    ['ghp_q7F\n', null],
    ['ghp_q7FAKE', null],
    ['ghp_q7FAKE x\n', null],
    ['password=', null],
    ['password=|', null],
    ['password: |x', null],
    ['colour:', null],
    ['name: |', null],
    ['password="abc"', null],
    ['passwords: ["x9FAKE"]', null],
    ['"-----BEGIN PRIVATE KEY-----abc" of it', null],
  ])('says what goes on in the next line: %j [G8]', (line, opens) => {
    const scan = createScan();
    findSecrets(scan, line, null);
    expect(scan.opens).toEqual(opens);
  });

  it.each([
    ['{"name": "password",', { isSecret: true, at: 9 }],
    ['{"name": "colour",', { isSecret: false, at: 9 }],
    ['variable "db_password" {', { isSecret: true, at: 9 }],
    ['variable "colour" {', { isSecret: false, at: 9 }],
    ['<name>password</name>', { isSecret: true, at: 14 }],
    ['<key> colour </key>', { isSecret: false, at: 13 }],
    ['name: ', null],
    ['value: x', null],
  ])('remembers the name of a pair: %s [G8]', (line, pair) => {
    const scan = createScan();
    findSecrets(scan, line, null);
    expect(scan.pair).toEqual(pair);
  });
});
