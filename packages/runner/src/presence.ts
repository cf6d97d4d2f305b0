import type { Client, Timing } from '@countersign/client';
import type { RunnerAnnouncement } from '@countersign/contract';
import { limits } from './limits.ts';
import { isRevoked } from './report-sender.ts';

type PresencePorts = {
  readonly client: Client;
  readonly projectId: string;
  readonly announcement: RunnerAnnouncement;
  readonly timing: Timing;
  readonly onAnnounced: () => void;
  readonly onRevoked: (error: unknown) => void;
};

/** T6: says that the runner is there and how it runs things, and says so again before the server forgets. */
export class Presence {
  readonly #ports: PresencePorts;
  readonly #over = new AbortController();
  #callOff = (): void => {};

  constructor(ports: PresencePorts) {
    this.#ports = ports;
  }

  async announce(): Promise<void> {
    const { client, projectId, announcement, onAnnounced } = this.#ports;
    const { announce_again_in_seconds: seconds } = await client.runner.announce(projectId, announcement, {
      signal: this.#over.signal,
    });
    onAnnounced();
    this.announceIn(Math.max(limits.announceAgainMsMin, seconds * 1000));
  }

  announceIn(delayMs: number): void {
    this.#callOff();
    if (this.#over.signal.aborted) return;
    this.#callOff = this.#ports.timing.after(delayMs, () => {
      this.announce().catch((error: unknown) => {
        if (isRevoked(error)) this.#ports.onRevoked(error);
        else this.announceIn(limits.retryDelayMsMax);
      });
    });
  }

  end(): void {
    this.#over.abort();
    this.#callOff();
  }
}
