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
  const server = await listenTcp();
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  let tcp = 0;
  let udp = 0;
  server.on('connection', (connection) => {
    tcp += 1;
    connection.on('error', () => {}).destroy();
  });
  socket.on('message', () => (udp += 1));
  const tcpPort = (server.address() as AddressInfo).port;
  const udpPort = socket.address().port;
  return { tcpPort, udpPort, heard, close };

  async function heard() {
    const isListening = await Promise.race([ownWord(server, socket, tcpPort, udpPort), giveUp()]);
    return isListening ? { tcp: tcp - 1, udp: udp - 1, isListening } : { tcp, udp, isListening };
  }

  async function close(): Promise<void> {
    socket.close();
    server.close();
    await once(server, 'close');
  }
}

/** On both kinds of addresses where the machine has both. */
async function listenTcp(): Promise<Server> {
  for (const host of ['::', '127.0.0.1']) {
    const server = createServer().listen(0, host);
    try {
      await once(server, 'listening');
      return server;
    } catch {
      // The next kind of address.
    }
  }
  throw new Error('no listener can be opened on this machine');
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
