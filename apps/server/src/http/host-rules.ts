import type { Config } from '@countersign/config';
import type { HostRules } from '../server-context.ts';

/** Loopback names, the address that is bound, the public address, and what the configuration adds. */
export function hostRules(config: Pick<Config, 'host' | 'publicUrl' | 'allowedHosts' | 'allowedOrigins'>): HostRules {
  const publicUrl = config.publicUrl === null ? null : new URL(config.publicUrl);
  // What is compared is the name alone: whoever was named with a port is answered on any.
  const allowed = config.allowedHosts.map((host) => host.replace(/:\d+$/, ''));
  const bound = config.host.includes(':') ? `[${config.host}]` : config.host;
  const names = ['127.0.0.1', 'localhost', '[::1]', bound, publicUrl?.hostname, ...allowed];
  return {
    names: new Set(names.filter((name) => name !== undefined).map((name) => name.toLowerCase())),
    origins: new Set([...(publicUrl ? [publicUrl.origin] : []), ...config.allowedOrigins]),
    publicOrigin: publicUrl?.origin ?? null,
    isSecure: publicUrl?.protocol === 'https:',
  };
}
