import { describe, expect, it } from 'vitest';
import { createRedactor, marker } from '../src/index.ts';
import { isPlaceholder, placeholders } from '../src/values/is-placeholder.ts';

const M = marker;
const redactor = createRedactor();

describe('in everyday texts', () => {
  it.each([
    ['Basic dXNlcjpwYXNz', `Basic ${M}`],
    ['Basic q7FAKEq7FAKE', `Basic ${M}`],
    ['Bearer q7FAKEq7FAKE', `Bearer ${M}`],
    ['tool --password x9FAKE -v', `tool --password ${M} -v`],
    ['tool --token "x9 FAKE" -v', `tool --token "${M}" -v`],
    ['mysql -uroot -px9FAKE db', `mysql -uroot -p${M} db`],
    ['curl -u bob:x9FAKE https://h', `curl -u bob:${M} https://h`],
    ['redis-cli -a x9FAKE ping', `redis-cli -a ${M} ping`],
    ['<password>x9FAKE</password>', `<password>${M}</password>`],
    ['<name>db_password</name><value>x9FAKE</value>', `<name>db_password</name><value>${M}</value>`],
    ['{"name": "api_key", "value": "x9FAKE"}', `{"name": "api_key", "value": "${M}"}`],
    ['Digest realm="r", nonce="x9", response="y9"', `Digest realm="r", nonce="${M}", response="${M}"`],
    ['DB_PASSWORD=x9FAKE # prod', `DB_PASSWORD=${M} # prod`],
    ['db.password: x9FAKE', `db.password: ${M}`],
    ["'password' => 'x9FAKE',", `'password' => '${M}',`],
    ['password := "x9FAKE"', `password := "${M}"`],
    ['password: str = "x9FAKE"', `password: str = "${M}"`],
    ['["password", "q7FAKEq7FAKE"]', `["password", "${M}"]`],
    ['(?token=x9FAKE&user=1)', `(?token=${M}&user=1)`],
    ['?code=q7FAKEq7&state=1', `?code=${M}&state=1`],
    ['password: correct horse battery', `password: ${M}`],
    ['PASSWORD=changeme', `PASSWORD=${M}`],
    ["IDENTIFIED BY 'q7FAKEq7FAKE'", `IDENTIFIED BY '${M}'`],
    ['Set-Cookie: sid=x9FAKE; Path=/; HttpOnly', `Set-Cookie: sid=${M}; Path=/; HttpOnly`],
    ['tokens: ["x9FAKE", "y9FAKE"]', `tokens: ["${M}", "${M}"]`],
    ['https://bob:x9FAKE@h.example/p', `https://bob:${M}@h.example/p`],
  ])('a secret goes and the rest stays: %s [G8]', (text, masked) => {
    expect(redactor.text(text)).toBe(masked);
    expect(redactor.text(`x\n${text}\ny`)).toBe(`x\n${masked}\ny`);
  });

  it.each([
    'tool --password --verbose',
    'the --password flag is required',
    '<password></password>',
    '<password/>',
    '{"name": "color", "value": "x9FAKE"}',
    'response="y9" nonce="x9"',
    'password?: string;',
    'token: accessToken,',
    'if (password == other)',
    'max_tokens: 4096',
    'The secret: patience',
    'mysql -p 3306:3306',
    'std::token::x9FAKE',
    '?code=200',
    'login(password=password)',
    'https://h.example/a:b@c',
    'password: $DB_PASSWORD',
    'docker run -p 80:80 x',
  ])('what is none stays: %s [G8]', (text) => {
    expect(redactor.text(text)).toBe(text);
    expect(redactor.text(`x\n${text}\ny`)).toBe(`x\n${text}\ny`);
  });

  it.each(placeholders)('what stands for a secret does so in capitals too: $what [G8]', ({ shape, example }) => {
    for (const written of [example.toUpperCase(), example[0]!.toUpperCase() + example.slice(1)])
      if (shape.test(written)) expect(isPlaceholder(written)).toBe(true);
  });
});
