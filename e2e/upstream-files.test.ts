import { hash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { openService, toolsFile } from './harness/service.ts';
import { ownStage } from './harness/stage.ts';

const large = randomBytes(2 * 1024 * 1024);

describeOnEachDatabase('an answer that is too large for a result', (database) => {
  it('is kept as a file, for the agent that asked and the users of its project alone [U5, A5]', async () => {
    const stage = await ownStage(database);
    const service = await openService(() => ({ body: large, headers: { 'content-type': 'text/html' } }));
    await stage.owner.sources.create({
      name: 'archive',
      kind: 'http',
      document: toolsFile(service.address, [{ name: 'get', method: 'GET', url: '/' }]),
      destinations: { allow_private: true },
    });
    const { result, status } = await stage.agent.tools.execute('archive__get');
    expect(status).toBe('completed');
    const { file } = result as { file: { file_id: string; bytes: number; sha256: string; content_type: string } };
    expect(file).toMatchObject({
      bytes: large.length,
      sha256: hash('sha256', large, 'hex'),
      content_type: 'text/html',
    });
    expect(readdirSync(join(stage.dataDir, 'files'))).toEqual([file.file_id]);

    const read = (credential: string) =>
      fetch(`${stage.url}/my/projects/${stage.projectId}/files/${file.file_id}`, {
        headers: { authorization: `Bearer ${credential}` },
      });
    for (const credential of [stage.cast.agent, stage.cast.owner, stage.cast.member]) {
      const answer = await read(credential);
      expect(answer.status).toBe(200);
      // Nothing that a browser would run.
      expect(answer.headers.get('content-type')).toBe('application/octet-stream');
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(Buffer.from(await answer.arrayBuffer()).equals(large)).toBe(true);
    }
    for (const credential of [stage.cast.secondAgent, stage.cast.outsider, stage.cast.foreignAgent]) {
      expect((await read(credential)).status).toBe(404);
    }
    expect((await read(stage.cast.runner)).status).toBe(403);
  });
});
