// The reference MCP filesystem server, as its users run it: a process that is spoken to by lines of JSON over stdio.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { StartJob } from '../../src/job.ts';

const FOLDERS = 2000;
const FILES_EACH = 50;

type Message = {
  readonly id?: number;
  readonly result?: { readonly isError?: boolean; readonly content?: unknown[] };
  readonly error?: unknown;
};

export const startJob: StartJob = async ({ directory }) => {
  const tree = join(directory, '..', 'file-tree');
  const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/package.json');
  const server = spawn(process.execPath, [join(manifest, '../dist/index.js'), tree], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map<number, (message: Message) => void>();
  let lastId = 0;
  createInterface({ input: server.stdout! }).on('line', (line) => {
    const message = JSON.parse(line) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  const send = (message: object) => server.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = async (method: string, params: object): Promise<Message> => {
    const id = ++lastId;
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
    send({ id, method, params });
    const message = await answer;
    waiting.delete(id);
    return message;
  };
  const call = async (name: string, args: object) => {
    const { result } = await request('tools/call', { name, arguments: args });
    if (!result?.content?.length || result.isError) throw new Error(`${name} failed`);
  };

  const clientInfo = { name: 'bench', version: '1' };
  await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  send({ method: 'notifications/initialized' });
  const folderOf = (index: number) =>
    join(tree, `d${Math.floor((index % FOLDERS) / 20)}`, `s${(index % FOLDERS) % 20}`);
  return {
    operations: {
      read: (index) => call('read_text_file', { path: join(folderOf(index * 7), `f${(index * 3) % FILES_EACH}.txt`) }),
      // The one of its two listings that tells sizes, as ours does.
      ls: (index) => call('list_directory_with_sizes', { path: folderOf(index * 7) }),
      lsNames: (index) => call('list_directory', { path: folderOf(index * 7) }),
    },
    answers: { durability: () => 'reads only' },
    stop: () => {
      server.kill();
    },
  };
};
