import { stripVTControlCharacters } from 'node:util';
import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { fakeApi, projectPath, sampleApproval } from '../../test/fake-api.ts';
import { run } from '../../test/fake-terminal.ts';

const reachable = 'http://192.168.1.20:7717/auth/link?ticket=cs_link_example';
const approval = sampleApproval();
const deepLink = `${reachable}&approval_id=${approval.approval_id}`;

function api(link = reachable) {
  return fakeApi({
    'POST /auth/links': () => ({ link, expires_in_seconds: 600 }),
    [`GET ${projectPath}/approvals`]: () => ({ approvals: [approval], next_cursor: null }),
    [`GET ${projectPath}/approvals/${approval.approval_id}`]: () => approval,
  });
}

/** The modules that a camera sees: dark where nothing is printed. */
function modulesIn(out: string): boolean[][] {
  const lines = stripVTControlCharacters(out)
    .split('\n')
    .filter((line) => /^[█▀▄ ]+$/.test(line) && line.includes('█'));
  return lines.flatMap((line) => [
    [...line].map((sign) => sign === ' ' || sign === '▄'),
    [...line].map((sign) => sign === ' ' || sign === '▀'),
  ]);
}

/** What a code of this text looks like, in as many lines as are printed. */
function modulesOf(text: string): boolean[][] {
  const { data, size } = encode(text, { border: 2, ecc: 'L' });
  return size % 2 === 0 ? data : [...data, data[0]!.map(() => false)];
}

describe('link', () => {
  it('is printed, and drawn as a code of that very text', async () => {
    const { env } = await api();
    const plain = await run(['link'], { env });
    expect(plain.out).toBe(`${reachable}\nSigns you in; works once, for 10 minutes.\n`);
    for (const hasColor of [false, true]) {
      const { out } = await run(['link', '--qr'], { env, hasColor });
      expect(modulesIn(out)).toEqual(modulesOf(reachable));
      expect(out).toContain('show it to nobody else');
    }
  });

  it('leads to one request, by the beginning of its id', async () => {
    const { env } = await api();
    const short = approval.approval_id.slice(0, 20);
    const { out } = await run(['link', '--approval', short, '--qr'], { env });
    expect(out.split('\n')[0]).toBe(deepLink);
    expect(modulesIn(out)).toEqual(modulesOf(deepLink));
    expect((await run(['link', '--approval', 'ffffffff'], { env })).code).toBe(64);
  });

  it('is no code where only this machine can follow it, but says how to change that', async () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      const { env } = await api(`http://${host}:7717/auth/link?ticket=cs_link_example`);
      const { code, out } = await run(['link', '--qr'], { env });
      expect(code).toBe(0);
      expect(out).toContain(`A phone cannot reach ${host}: only this machine can.`);
      expect(out).toContain('--host 0.0.0.0 --public-url http://ADDRESS-OF-THIS-MACHINE:7717');
      expect(modulesIn(out)).toEqual([]);
    }
  });

  it('is no code in a window that would break it', async () => {
    const { env } = await api();
    const { out } = await run(['link', '--qr'], { env, screen: () => ({ columns: 30, rows: 20 }) });
    expect(out).toContain('too narrow');
    expect(modulesIn(out)).toEqual([]);
  });

  it('is one document with --json', async () => {
    const { env } = await api();
    const { out } = await run(['link', '--approval', approval.approval_id, '--qr', '--json'], { env });
    expect(JSON.parse(out)).toEqual({ link: deepLink, expires_in_seconds: 600 });
  });
});

describe('approvals show --qr', () => {
  it('shows the request and a code that opens it, signed in', async () => {
    const { env, asked } = await api();
    const { out } = await run(['approvals', 'show', approval.approval_id, '--qr'], { env });
    expect(out).toContain('It changes a file.');
    expect(modulesIn(out)).toEqual(modulesOf(deepLink));
    const document = await run(['approvals', 'show', approval.approval_id, '--qr', '--json'], { env });
    expect(JSON.parse(document.out)).toEqual({ ...approval, link: { link: deepLink, expires_in_seconds: 600 } });
    const links = asked.filter(({ path }) => path === '/auth/links').length;
    await run(['approvals', 'show', approval.approval_id], { env });
    expect(asked.filter(({ path }) => path === '/auth/links')).toHaveLength(links);
  });
});
