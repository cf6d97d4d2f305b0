import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { openInbox } from './inbox-page.ts';

const asBrowser = { accept: 'text/html' };

it('says how the page is built where it was not, and serves it once it was', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-page-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const inbox = openInbox(pathToFileURL(`${folder}/dist/`));
  const app = fastify().setNotFoundHandler((request, reply) =>
    inbox.serve(request, reply) ? reply : reply.status(404).send(),
  );
  const notBuilt = await app.inject({ url: '/a/anything', headers: asBrowser });
  expect(notBuilt.statusCode).toBe(200);
  expect(notBuilt.body).toContain('npm run build -w @countersign/inbox');

  await mkdir(join(folder, 'dist'));
  await writeFile(join(folder, 'dist/index.html'), '<!doctype html><title>built</title>');
  expect((await app.inject({ url: '/', headers: asBrowser })).body).toContain('built');
  expect(inbox.page()).toContain('built');
  expect((await app.inject({ url: '/my/nothing', headers: asBrowser })).statusCode).toBe(404);
  expect((await app.inject({ method: 'POST', url: '/', headers: asBrowser })).statusCode).toBe(404);
});
