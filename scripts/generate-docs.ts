import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type Setting, settingKeys, settings } from '@countersign/config';
import { type Endpoint, endpoints, errorRegistry, openApiDocument } from '@countersign/contract';
import { accessSchema, policySchema } from '@countersign/policy';
import { stateDiagram, transitions } from '@countersign/tool-call';
import { root } from './root.ts';

/**
 * `npm run docs`: writes what can be read from the code into docs/generated, so that nothing is written twice.
 * `--check` writes nothing and fails where a file is not what the code says.
 */
const pages: Readonly<Record<string, string>> = {
  'states.md': [
    '# States of a tool call',
    'Made from `packages/tool-call/src/transitions.ts`, the only place where moves are declared.',
    `\`\`\`mermaid\n${stateDiagram()}\n\`\`\``,
    '| from | event | to |\n|---|---|---|\n' +
      Object.entries(transitions)
        .flatMap(([from, moves]) => Object.entries(moves).map(([event, to]) => `| ${from} | ${event} | ${to} |`))
        .join('\n'),
  ].join('\n\n'),
  'errors.md': [
    '# Errors',
    'Made from `packages/contract/src/errors.ts`. Over HTTP each is an `application/problem+json` document (RFC 9457) with this `code`.',
    '| code | status | try again as it is | title |\n|---|---|---|---|\n' +
      Object.entries(errorRegistry)
        .map(
          ([code, { status, retryable, title }]) =>
            `| \`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} | ${title} |`,
        )
        .join('\n'),
  ].join('\n\n'),
  'endpoints.md': [
    '# Endpoints',
    'Made from `packages/contract/src/endpoints`. The whole interface is in [openapi.json](openapi.json), and at `/docs` of a running server.',
    '| method | path | for | what |\n|---|---|---|---|\n' +
      Object.values<Endpoint>(endpoints)
        .map(
          ({ method, path, access, summary }) =>
            `| ${method} | \`${path}\` | ${access.to === 'project' ? access.kinds.join(', ') : access.to} | ${summary} |`,
        )
        .join('\n'),
  ].join('\n\n'),
  'settings.md': [
    '# Settings',
    'Made from `packages/config/src/settings`. A key `data_dir` is the flag `--data-dir`, the variable `COUNTERSIGN_DATA_DIR` and the same key in `countersign.config.yaml`. Secrets have no flag; a variable that ends with `_FILE` names a file that holds the value.',
    '| key | default | what | also read from |\n|---|---|---|---|\n' +
      settingKeys
        .map((key): string => {
          const { default: value, description, commonEnv, secrecy }: Setting = settings[key];
          const shown = value === null || (Array.isArray(value) && value.length === 0) ? '' : `\`${String(value)}\``;
          const secret = secrecy === 'whole' ? ' (secret)' : '';
          return `| \`${key}\` | ${shown} | ${description}${secret} | ${commonEnv ? `\`${commonEnv}\`` : ''} |`;
        })
        .join('\n'),
  ].join('\n\n'),
  'openapi.json': JSON.stringify(openApiDocument('0.1.0'), null, 1),
  'policy.schema.json': JSON.stringify(policySchema(), null, 2),
  'access.schema.json': JSON.stringify(accessSchema(), null, 2),
};

const folder = `${root}/docs/generated`;
const isCheck = process.argv.includes('--check');
mkdirSync(folder, { recursive: true });
const stale = Object.entries(pages).filter(([name, text]) => {
  const path = `${folder}/${name}`;
  if (!isCheck) writeFileSync(path, `${text}\n`);
  return isCheck && read(path) !== `${text}\n`;
});
for (const [name] of stale) console.error(`docs/generated/${name} is not what the code says. Run "npm run docs".`);
process.exitCode = stale.length > 0 ? 1 : 0;

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
