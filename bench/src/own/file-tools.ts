/** Goal 12: the local tools as a runner has them, over the tree that all sides share. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@countersign/contract';
import { createLocalTools, type Execution, UndoStore } from '@countersign/local-tools';
import type { StartJob } from '../job.ts';
import { fileOf, fileTree, folderOf, NEEDLE, NEEDLES } from './file-tree.ts';

const EDITED_FILES = 100;
const EDITED_TEXT = `${'some line of text that stays\n'.repeat(40)}the word that changes\n`;

export const startJob: StartJob = ({ directory, progress }) => {
  const tree = fileTree(directory, progress);
  const own = join(directory, 'edited');
  mkdirSync(own, { recursive: true });
  for (let file = 0; file < EDITED_FILES; file++) writeFileSync(join(own, `${file}.txt`), EDITED_TEXT);
  const searching = createLocalTools({ roots: [tree], commands: null });
  const changing = createLocalTools({ roots: [own], commands: null, undo: UndoStore.open(join(directory, 'undo')) });
  let calls = 0;
  const execution = (): Execution => ({
    callId: `call-${calls++}`,
    signal: new AbortController().signal,
    expectedFiles: [],
    mayUseNetwork: false,
    mayWrite: true,
    runsFiles: [],
    onOutput: () => {},
  });
  const search = async (tool: string, args: JsonObject) => {
    const { stdout } = await searching.execute(tool, args, execution());
    return stdout;
  };
  const change = async (tool: string, args: JsonObject) => (await changing.execute(tool, args, execution())).stdout;
  const requireNeedles = (found: string) => {
    const count = found.split('\n').length - 1;
    if (count !== NEEDLES) throw new Error(`found ${count} of ${NEEDLES}`);
  };
  const list = async (index: number) => {
    if ((await search('ls', { path: folderOf(index) })).length < 300) throw new Error('listed too little');
  };
  return {
    operations: {
      grep: async () => requireNeedles(await search('grep', { pattern: NEEDLE })),
      find: async () => requireNeedles(await search('find', { name_pattern: `${NEEDLE}*` })),
      read: async (index) => {
        if ((await search('read', { path: fileOf(index) })).length < 500) throw new Error('read too little');
      },
      ls: async (index) => await list(index),
      lsNames: async (index) => await list(index),
      edit: async (index) => {
        await change('edit', { path: `${index % EDITED_FILES}.txt`, find: 'the word', replace: 'the word' });
      },
      readAndWrite: async (index) => {
        const path = `${index % EDITED_FILES}.txt`;
        await change('write', { path, content: await change('read', { path }) });
      },
    },
    answers: { durability: () => 'fsync before each rename' },
    stop: async () => {
      await searching.close();
      await changing.close();
    },
  };
};
