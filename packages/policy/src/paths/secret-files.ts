import { foldedNames } from './folded-name.ts';

/** G4: files that hold secrets by custom. Reading one is never LOW. */

const names = new Set(
  `.env .envrc .npmrc .yarnrc .yarnrc.yml .pypirc .netrc _netrc .pgpass .my.cnf .mylogin.cnf .git-credentials .htpasswd .dockercfg
   .boto .s3cfg .gem_credentials credentials credentials.json credentials.yml credentials.yml.enc credentials.toml client_secret.json
   service-account.json serviceaccount.json secrets.json secrets.yml secrets.yaml secrets.toml secret.json secret.yml secret.yaml
   id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk identity terraform.tfstate terraform.tfstate.backup terraform.tfvars
   master.key wallet.dat shadow gshadow .bash_history .zsh_history .psql_history .mysql_history .node_repl_history
   .python_history kubeconfig token tokens.json auth.json sealing-key server-key.pem`.split(/\s+/),
);

const extensions = new Set('pem key p12 pfx jks keystore kdbx ppk asc gpg age ovpn pkcs12 tfstate tfvars'.split(' '));

const folders = new Set('.ssh .gnupg .aws .azure .gcloud .kube .docker .password-store .secrets secrets'.split(' '));

/** `.env.example` and its like are there to be read. */
const templates = /\.(?:example|sample|template|dist|defaults?|schema|test-example)$/;

/** Why reading this is never LOW; null where it is an ordinary file. The path is relative to its root. */
export function whySecret(relative: string): string | null {
  const path = foldedNames(relative);
  const last = path.at(-1)!;
  // The folder itself too: a search through it reads what it holds.
  const folder = path.find((name) => folders.has(name));
  if (folder !== undefined) return `"${folder}" holds keys and credentials`;
  if (path.length > 1 && path.at(-2) === '.git' && last === 'config')
    return 'the addresses in ".git/config" may hold passwords';
  if (names.has(last)) return `"${last}" holds secrets by custom`;
  if ((last.startsWith('.env.') || last.endsWith('.env')) && !templates.test(last))
    return `"${last}" holds secrets by custom`;
  const extension = last.slice(last.lastIndexOf('.') + 1);
  if (last.includes('.') && extensions.has(extension) && !last.endsWith('.pub'))
    return `a .${extension} file holds keys`;
  return null;
}
