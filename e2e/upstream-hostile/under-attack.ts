import { type AddressInfo, createServer, type Socket } from 'node:net';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { systemClock } from '@countersign/control-plane';
import { HttpSender, type SpillTarget } from '@countersign/upstream';

/**
 * A process of its own that asks a service for far more than memory can hold, in each of the ways there are, and says how
 * much memory it took at most. A process, because only there does that figure belong to nothing else.
 */
const megabyte = 1024 * 1024;
const gigabyteOf = (member: Uint8Array): Buffer => Buffer.concat(Array.from({ length: 64 }, () => member));
const zeros = Buffer.alloc(16 * megabyte);
const chunk = Buffer.alloc(megabyte, 'x');

const attacks: Readonly<Record<string, (socket: Socket) => void>> = {
  '/endless': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const more = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', more);
    more();
  },
  '/byte-by-byte': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    socket.end(Buffer.from(`${'1\r\nx\r\n'.repeat(2 * megabyte)}0\r\n\r\n`));
  },
  '/gzip': (socket) => packed(socket, 'gzip', gigabyteOf(gzipSync(zeros))),
  '/zstd': (socket) => packed(socket, 'zstd', gigabyteOf(zstdCompressSync(zeros))),
  '/twice': (socket) => packed(socket, 'gzip, gzip', gzipSync(gigabyteOf(gzipSync(zeros)))),
};

function packed(socket: Socket, encoding: string, bytes: Uint8Array): void {
  socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${bytes.length}\r\n\r\n`);
  socket.end(bytes);
}

const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (said) => attacks[said.toString('latin1').split(' ')[1]!]?.(socket));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;

const forgetting: SpillTarget = {
  open: async () => ({
    write: async () => undefined,
    finish: async () => ({ file_id: 'f', bytes: 0, sha256: '' }),
    abandon: async () => undefined,
  }),
};

const sender = new HttpSender({ rules: { allowPrivate: true }, clock: systemClock });
const codes: string[] = [];
for (const path of Object.keys(attacks))
  for (const spill of [undefined, forgetting]) {
    const request = {
      method: 'GET',
      url: `http://127.0.0.1:${port}${path}`,
      headers: [],
      body: null,
      isRepeatable: true,
    } as const;
    const code = await sender.send(request, { timeoutMs: 60_000, spill }).then(
      () => 'answered',
      (error: { code: string }) => error.code,
    );
    codes.push(`${path} ${code}`);
  }
await sender.close();
server.close();
console.log(JSON.stringify({ codes, megabytesMax: process.resourceUsage().maxRSS / 1024 }));
