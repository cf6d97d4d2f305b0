import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure, getCACertificates } from 'node:tls';

type Target = {
  /** Where to; always an address that was checked. */
  readonly address: string;
  /** Whose certificate is expected. */
  readonly hostname: string;
  readonly isSecure: boolean;
  readonly port: string;
  readonly ca?: string | undefined;
};

/** A socket that is connected, and where it is to be secure, has shown a certificate for the name. */
export async function openSocket(target: Target, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  const socket = target.isSecure ? secure(target) : plain(target);
  socket.setNoDelay(true);
  return await new Promise<Socket>((resolve, reject) => {
    const stop = (): void => {
      socket.destroy();
      reject(signal.reason as Error);
    };
    const settle = (): void => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop, { once: true });
    socket.once(target.isSecure ? 'secureConnect' : 'connect', () => {
      settle();
      resolve(socket);
    });
    // Stays: an error that comes later is heard by whoever uses the socket, and must not end the process before that.
    socket.on('error', (error) => {
      settle();
      reject(error);
    });
  });
}

function plain({ address, port }: Target): Socket {
  return connectPlain({ host: address, port: Number(port === '' ? 80 : port) });
}

function secure({ address, hostname, port, ca }: Target): Socket {
  return connectSecure({
    host: address,
    port: Number(port === '' ? 443 : port),
    servername: isIP(hostname) === 0 ? hostname : '',
    ALPNProtocols: ['http/1.1'],
    // Whatever the environment says.
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] }),
  });
}
