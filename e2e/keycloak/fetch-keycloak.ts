import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const version = '26.7.3';
/** Of the archive: what is started as a program here is what was tried. */
const sha256 = '77657f30b7e90d70f727712ce1c967f430fd6a5e9f458d32d8c6df0635345f47';
const fetchMsMax = 900_000;

/** Why Keycloak cannot be had here. */
export class KeycloakMissing extends Error {}

/** The folder of a Keycloak that is ready to start: from an earlier run, else from Maven Central. */
export async function fetchKeycloak(say: (text: string) => void): Promise<string> {
  const cache = new URL('../../node_modules/.cache/countersign/keycloak/', import.meta.url).pathname;
  const folder = join(cache, `keycloak-${version}`);
  if (existsSync(join(folder, 'bin', 'kc.sh'))) return folder;
  mkdirSync(cache, { recursive: true });
  const base = process.env.COUNTERSIGN_MAVEN_URL ?? 'https://repo1.maven.org/maven2';
  const address = `${base}/org/keycloak/keycloak-quarkus-dist/${version}/keycloak-quarkus-dist-${version}.tar.gz`;
  say(`fetching Keycloak ${version} (170 MB)`);
  const archive = join(cache, `${version}.tar.gz`);
  writeFileSync(archive, await download(address));
  const unpacked = join(cache, `unpacking-${process.pid}`);
  mkdirSync(unpacked, { recursive: true });
  execFileSync('tar', ['-xzf', archive, '-C', unpacked], { stdio: 'pipe' });
  // In one move, so that a run that was broken off leaves no half of it.
  renameSync(join(unpacked, `keycloak-${version}`), folder);
  rmSync(unpacked, { recursive: true });
  rmSync(archive);
  return folder;
}

async function download(address: string): Promise<Buffer> {
  let bytes: Buffer;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(fetchMsMax) });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    bytes = Buffer.from(await response.arrayBuffer());
  } catch (error) {
    const reason = error instanceof Error ? `${error.message} ${String(error.cause ?? '')}`.trim() : String(error);
    throw new KeycloakMissing(`${address} cannot be fetched: ${reason}`);
  }
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw new KeycloakMissing(`${address} is not what was tried: its SHA-256 is ${found}.`);
  return bytes;
}
