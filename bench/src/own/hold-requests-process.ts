/** The child side of hold-requests.ts: bare sockets, one request each, open until its parent lets go of it. */
import { connect } from 'node:net';
import { TOOL_NAME, TOOL_PARAMS } from './tools.ts';

const WAIT_MS = 60_000;
const AT_ONCE = 100;

const [address, projectId, secret, count] = process.argv.slice(2) as [string, string, string, string];
const { hostname, port, host } = new URL(address);
const body = JSON.stringify({ tool_name: TOOL_NAME, tool_params: TOOL_PARAMS, wait_ms: WAIT_MS });
const request = [
  `POST /my/projects/${projectId}/tools/execute HTTP/1.1`,
  `host: ${host}`,
  `authorization: Bearer ${secret}`,
  'content-type: application/json',
  `content-length: ${Buffer.byteLength(body)}`,
  '',
  body,
].join('\r\n');

process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit(0));
for (let opened = 0; opened < Number(count); opened += AT_ONCE) {
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, Number(count) - opened) }, open));
}
process.send!('open');

function open(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(request, () => resolve()));
    socket.once('error', reject);
    socket.once('data', (text) => {
      throw new Error(`a request was not held: ${text.toString('latin1').split('\r\n', 1)[0]}`);
    });
  });
}
