#!/usr/bin/env node
// Plain JavaScript that any Node can read: an old one cannot even read the program, and should say so.
const [major] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    `countersign needs Node 24 or newer; this is ${process.version}. Inside the project, npm and npx bring the right one.\n`,
  );
  process.exit(1);
}
await import('../src/main.ts');
