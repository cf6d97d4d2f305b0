import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';

export type Listeners = {
  readonly tcpPort: number;
  readonly udpPort: number;
  /** What came from others until now. Speaks to the listeners itself first: who hears that, heard all before it. */
  heard(): Promise<{ readonly tcp: number; readonly udp: number; readonly isListening: boolean }>;
  close(): Promise<void>;
};

const ownWordMs = 2_000;

/** Listeners on this machine that a command with a network would reach. */
export async function openListeners(): Promise<Listeners> {
  const server = await listenTcp('127.0.0.1', 0);
  const tcpPort = (server.address() as AddressInfo).port;
  // Not every machine has the newer kind of addresses, and there the port may be taken.
  const newer = await listenTcp('::1', tcpPort).catch(() => null);
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  let tcp = 0;
  let udp = 0;
  for (const each of [server, newer]) {
    each?.on('connection', (connection) => {
      tcp += 1;
      connection.on('error', () => {}).destroy();
    });
  }
  socket.on('message', () => (udp += 1));
  const udpPort = socket.address().port;
  return { tcpPort, udpPort, heard, close };

  async function heard() {
    const isListening = await Promise.race([ownWord(server, socket, tcpPort, udpPort), giveUp()]);
    return isListening ? { tcp: tcp - 1, udp: udp - 1, isListening } : { tcp, udp, isListening };
  }

  async function close(): Promise<void> {
    socket.close();
    newer?.close();
    server.close();
    await once(server, 'close');
  }
}

/** For this machine alone. */
async function listenTcp(host: string, port: number): Promise<Server> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  return server;
}

async function ownWord(server: Server, socket: UdpSocket, tcpPort: number, udpPort: number): Promise<boolean> {
  const arrived = Promise.all([once(server, 'connection'), once(socket, 'message')]);
  const connection = connect(tcpPort, '127.0.0.1').on('error', () => {});
  socket.send('own', udpPort, '127.0.0.1');
  await arrived;
  connection.destroy();
  return true;
}

function giveUp(): Promise<boolean> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ownWordMs).unref());
}
