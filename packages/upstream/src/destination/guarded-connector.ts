import { isIP, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import type { UpstreamClock } from '../upstream-clock.ts';
import { UpstreamFailure } from '../upstream-failure.ts';
import { checkAddress, checkDestination, type DestinationRules } from './check-destination.ts';
import { destinationLimits } from './limits.ts';
import type { LookUp } from './look-up.ts';
import { openSocket } from './open-socket.ts';

export type ConnectorOptions = {
  readonly rules: DestinationRules;
  readonly lookUp: LookUp;
  readonly clock: UpstreamClock;
  /** Certificates that are trusted besides the usual ones. */
  readonly ca?: string | undefined;
  readonly connectMsMax?: number | undefined;
};

/**
 * U5: the only way out. A name is looked up once, every answer is checked, and the connection goes to one of those
 * answers: a name that stands for something else a moment later changes nothing. TLS still asks for the name.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { clock, connectMsMax = destinationLimits.connectMsMax } = options;
  return ({ hostname, protocol, port }, callback) => {
    const stopping = new AbortController();
    const callOff = clock.at(clock.now() + connectMsMax, () => stopping.abort());
    connect(options, { hostname, protocol, port }, stopping.signal)
      .then((socket) => callback(null, socket))
      .catch((error: unknown) => callback(connectionFailure(error, hostname, stopping.signal, connectMsMax), null))
      .finally(callOff);
  };
}

type Target = { readonly hostname: string; readonly protocol: string; readonly port: string };

async function connect(options: ConnectorOptions, target: Target, signal: AbortSignal): Promise<Socket> {
  const { rules, lookUp, ca, clock } = options;
  const hostname = target.hostname.replace(/^\[|\]$/g, '');
  const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
  checkDestination(new URL(`${target.protocol}//${host}`), rules);
  const addresses = isIP(hostname) === 0 ? await unlessAborted(lookUp(hostname), signal) : [hostname];
  if (addresses.length === 0) throw new UpstreamFailure('upstream_connection_error', `${hostname} has no address.`);
  // One bad answer is enough: whoever answers for the name does not mean well.
  for (const address of addresses) checkAddress(address, rules);
  const tried = addresses.slice(0, destinationLimits.addressesTriedMax);
  return await openFirst(tried, clock, signal, (address, stop) =>
    openSocket({ address, hostname, isSecure: target.protocol === 'https:', port: target.port, ca }, stop),
  );
}

/** One after the other. All but the last have only so long: an address that says nothing must not take the time of all. */
async function openFirst(
  addresses: readonly string[],
  clock: UpstreamClock,
  signal: AbortSignal,
  open: (address: string, signal: AbortSignal) => Promise<Socket>,
): Promise<Socket> {
  let failure: unknown;
  for (const [index, address] of addresses.entries()) {
    if (index === addresses.length - 1) return await open(address, signal);
    const stopping = new AbortController();
    const callOff = clock.at(clock.now() + destinationLimits.addressMsMax, () => stopping.abort());
    try {
      return await open(address, AbortSignal.any([signal, stopping.signal]));
    } catch (error) {
      failure = error;
    } finally {
      callOff();
    }
    signal.throwIfAborted();
  }
  throw failure;
}

/** A look-up cannot be stopped; nobody has to wait for it. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return await new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Nothing was sent yet, so it is safe to try again, unless it would fail in the same way. */
function connectionFailure(error: unknown, hostname: string, signal: AbortSignal, connectMsMax: number): Error {
  if (error instanceof UpstreamFailure) return error;
  if (signal.aborted)
    return new UpstreamFailure('upstream_connection_error', `${hostname} did not connect within ${connectMsMax} ms.`);
  const code = String((error as { code?: unknown }).code ?? 'unknown');
  const isCertificate = /CERT|SIGNED|ISSUER|ALTNAME/.test(code);
  const reason = isCertificate ? `Its certificate is not trusted (${code}).` : `The connection failed (${code}).`;
  return new UpstreamFailure('upstream_connection_error', `${hostname} cannot be reached. ${reason}`, {
    isRetryable: !isCertificate,
    details: { reason: code },
    cause: error,
  });
}
