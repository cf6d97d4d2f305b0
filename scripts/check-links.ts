import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './root.ts';

/** Every link and picture in the documents leads to a file that is there, and to a heading that is in it. */
const documents = spawnSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).stdout.trim().split('\n');
const problems = documents.flatMap((document) => problemsIn(join(root, document)));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${documents.length} documents, no link leads nowhere.`);

function problemsIn(document: string): string[] {
  if (!existsSync(document)) return [];
  const links = [...withoutCode(readFileSync(document, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to!);
  return links.flatMap((to) => {
    if (/^[a-z]+:/.test(to)) return [];
    const [path = '', heading] = to.split('#');
    const target = path === '' ? document : join(dirname(document), path);
    const name = relative(root, document);
    if (!existsSync(target)) return [`${name}: ${to} is not there`];
    if (heading === undefined || headingsOf(target).has(heading)) return [];
    return [`${name}: ${to}: there is no such heading`];
  });
}

function headingsOf(document: string): ReadonlySet<string> {
  const headings = [...withoutCode(readFileSync(document, 'utf8')).matchAll(/^#+ (.+)$/gm)].map(([, text]) => text!);
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, '');
}
