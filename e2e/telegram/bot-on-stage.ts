import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { databases, type FakeClock, fakeClock } from '@countersign/testing';
import { onTestFinished } from 'vitest';
import {
  type FrontParts,
  type FrontSettings,
  type RunningFront,
  startFront,
} from '../../apps/telegram/src/start-front.ts';
import { BotApiServer, botToken } from '../../apps/telegram/test/bot-api-server.ts';
import type { Stage } from '../harness/stage.ts';

/** The people of the stage, by their ids in Telegram. */
export const olga = 1001;
export const mia = 1002;
export const nobody = 6666;

/** For what does not depend on where the server keeps its rows. */
export const sqlite = databases.find(({ name }) => name === 'sqlite')!;

/** A bot of the project, on a Bot API server of its own. */
export type Bot = {
  readonly api: BotApiServer;
  /** Stands still; the server's is another. */
  readonly clock: FakeClock;
  readonly log: readonly string[];
  readonly front: RunningFront;
  allow(...telegramIds: readonly number[]): void;
  stop(): Promise<void>;
  start(): Promise<void>;
};

/** Nobody waits between messages: how fast they may come is tested where it is decided. */
const noPace = { chatIntervalMs: 0, overallIntervalMs: 0, progressFirstMs: 0, progressIntervalMs: 0 };

export async function botOnStage(
  stage: Stage,
  settings: Partial<FrontSettings> = {},
  parts: FrontParts = {},
): Promise<Bot> {
  const api = await BotApiServer.start();
  const usersFile = join(stage.dataDir, 'telegram-users.json');
  const clock = fakeClock();
  const log: string[] = [];
  const write = (line: string): void => {
    log.push(line);
    api.look();
  };
  const allow = (...telegramIds: readonly number[]): void => {
    const users = telegramIds.map((telegram_id) => {
      const who = telegram_id === olga ? 'owner' : 'member';
      const { cast, ids, projectId } = stage;
      return {
        telegram_id,
        user_id: ids[who],
        name: who,
        token: cast[who],
        token_id: projectId,
        project_id: projectId,
      };
    });
    writeFileSync(usersFile, JSON.stringify({ users }), { mode: 0o600 });
  };
  const open = (): Promise<RunningFront> =>
    startFront(
      {
        token: botToken,
        apiUrl: api.url,
        webhook: null,
        usersFile,
        stateFile: join(stage.dataDir, 'telegram.db'),
        serverUrl: stage.url,
        pageUrl: 'https://countersign.example',
        ...settings,
      },
      { clock, write, ...parts, limits: { ...noPace, ...parts.limits } },
    );
  allow(olga);
  let front: RunningFront | null = await open();
  const stop = async (): Promise<void> => {
    await front?.close();
    front = null;
  };
  onTestFinished(stop);
  return {
    api,
    clock,
    log,
    get front() {
      return front!;
    },
    allow,
    stop,
    async start() {
      front = await open();
    },
  };
}
