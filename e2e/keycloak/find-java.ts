import { execFileSync, spawnSync } from 'node:child_process';
import { KeycloakMissing } from './fetch-keycloak.ts';

const oldest = 17;
const packages = ['openjdk-21-jre-headless', 'openjdk-17-jre-headless'];

/** Sees to it that there is a `java` that Keycloak runs on. */
export function findJava(say: (text: string) => void): void {
  if (javaVersion() >= oldest) return;
  if (process.getuid?.() !== 0) {
    throw new KeycloakMissing(
      `Keycloak needs Java ${oldest} or newer, and only root can install it: ${packages.join(' or ')}.`,
    );
  }
  for (const name of packages) {
    say(`installing ${name}`);
    if (spawnSync('apt-get', ['install', '-y', name], { stdio: 'pipe' }).status === 0 && javaVersion() >= oldest)
      return;
  }
  throw new KeycloakMissing(
    `Keycloak needs Java ${oldest} or newer, and none of ${packages.join(', ')} could be installed.`,
  );
}

function javaVersion(): number {
  try {
    const text = execFileSync('java', ['--version'], { encoding: 'utf8', stdio: 'pipe' });
    return Number(/^\S+ (\d+)/.exec(text)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
