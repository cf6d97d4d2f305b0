import { claims } from './claims.ts';
import { fetchKeycloak, KeycloakMissing } from './fetch-keycloak.ts';
import { findJava } from './find-java.ts';
import { KeycloakProcess } from './keycloak-process.ts';
import { KeycloakStage } from './keycloak-stage.ts';
import { setUpRealm } from './set-up-realm.ts';

/**
 * `npm run test:keycloak`: tokens of a real Keycloak, verified and exchanged. It is fetched from Maven Central the first
 * time; where that cannot be reached, this says so and fails.
 */
const started = Date.now();
const say = (text: string): void => console.log(`${seconds()} s  ${text}`);
let failed = 0;

try {
  const folder = await fetchKeycloak(say);
  findJava(say);
  const keycloak = new KeycloakProcess(folder);
  try {
    say('starting Keycloak');
    await keycloak.start();
    const admin = await setUpRealm(keycloak.url);
    say('the realm is set up');
    for (const [claim, prove] of claims) {
      try {
        await prove(new KeycloakStage(keycloak.url), admin, keycloak);
        say(`ok      ${claim}`);
      } catch (error) {
        failed += 1;
        say(`FAILED  ${claim}\n${error instanceof Error ? error.stack : String(error)}`);
      }
    }
  } finally {
    await keycloak.end();
  }
  console.log(`\n${claims.length - failed} of ${claims.length} hold with a real Keycloak (${seconds()} s).`);
} catch (error) {
  failed += 1;
  if (!(error instanceof KeycloakMissing)) throw error;
  console.error(`\nKeycloak cannot be had here, so nothing was tried. ${error.message}`);
} finally {
  process.exitCode = failed === 0 ? 0 : 1;
}

function seconds(): number {
  return Math.round((Date.now() - started) / 1000);
}
