import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { ProjectId } from '@countersign/contract';
import { createRedactor } from '@countersign/redaction';
import { openStore, sealingCipher, sealingKeyBytes } from '@countersign/store';
import { type FakeClock, fakeClock, type OpenDatabase, type TestDatabase } from '@countersign/testing';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import {
  type Agent,
  Authenticator,
  bootstrap,
  type ControlPlane,
  createProject,
  createToken,
  createUser,
  MaskedStreams,
  type NewTokenInput,
  noAccessRules,
  type OrderSigner,
  type Principal,
  putMember,
  type Runner,
  type User,
} from '../src/index.ts';
import { testGate, testTools } from './tools.ts';

/** A control plane on an empty database, with a clock that stands still, and those who use it. */
export type Scene = {
  readonly plane: ControlPlane;
  readonly clock: FakeClock;
  readonly projectId: ProjectId;
  /** An administrator and owner of the project, and a member of it. */
  readonly ada: User;
  readonly bob: User;
  /** A user of another project. */
  readonly eve: User;
  readonly foreignProjectId: ProjectId;
  readonly agent: Agent;
  readonly otherAgent: Agent;
  /** On the machine `laptop`, on `desktop`, and of the other project. */
  readonly runner: Runner;
  readonly otherRunner: Runner;
  readonly foreignRunner: Runner;
  /** A second process on the same database and clock, with the same sealing key unless it is given another. */
  beside(key?: Uint8Array): Promise<ControlPlane>;
};

export const settings = { claimWindowMs: 60_000, leaseMs: 30_000, previewWindowMs: 2_000 } as const;

/**
 * A new scene for each test of a suite: people, projects and credentials of its own, on the suite's database and clock.
 * Its fields are there once the test runs.
 */
export function useScene(database: TestDatabase): Scene {
  const scene = {} as Scene;
  const clock = fakeClock();
  const planes: ControlPlane[] = [];
  let place: OpenDatabase;
  const open = async (key?: Uint8Array): Promise<ControlPlane> => {
    const plane = await openPlane(place.url, clock, key);
    planes.push(plane);
    return plane;
  };
  beforeAll(async () => {
    place = await database.open();
    await bootstrap(await open(), 'root');
  });
  beforeEach(async () => {
    const plane = planes[0]!;
    Object.assign(scene, { plane, clock, beside: open, ...(await addCast(plane)) });
  });
  afterEach(async () => {
    await Promise.all(planes.splice(1).map((plane) => plane.store.close()));
  });
  afterAll(async () => {
    await planes[0]?.store.close();
    await place.drop();
  });
  return scene;
}

export async function openPlane(url: string, clock: FakeClock, key: Uint8Array = sealingKey): Promise<ControlPlane> {
  const redactor = createRedactor();
  return {
    store: await openStore(url, { cipher: sealingCipher(key) }),
    clock,
    gate: testGate(),
    tools: testTools,
    access: noAccessRules,
    redactor,
    output: new MaskedStreams(redactor),
    signer: testSigner,
    executor: { execute: async () => ({ ok: false, error: 'There is nothing to run it.' }) },
    settings,
  };
}

const sealingKey = randomBytes(sealingKeyBytes);
const keys = generateKeyPairSync('ed25519');
const testSigner: OrderSigner = {
  key: {
    key_id: 'test',
    algorithm: 'Ed25519',
    public_key: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  },
  sign: (text) => sign(null, Buffer.from(text), keys.privateKey).toString('base64url'),
};

export type Cast = Omit<Scene, 'plane' | 'clock' | 'beside'>;

let scenes = 0;

export async function addCast(plane: ControlPlane): Promise<Cast> {
  scenes += 1;
  const { store, clock } = plane;
  const person = (name: string) => createUser(plane, 'system', { name: `${name} ${scenes}`, isAdmin: name === 'Ada' });
  const [ada, bob, eve] = [await person('Ada'), await person('Bob'), await person('Eve')];
  const { id: projectId } = await createProject(plane, ada, `project ${scenes}`);
  const { id: foreignProjectId } = await createProject(plane, eve, `foreign ${scenes}`);
  const authenticator = new Authenticator(store, clock);
  const credential = async <K extends Principal['kind']>(kind: K, name: string, given: Partial<NewTokenInput>) => {
    const input = { kind, name, projectId: null, userId: null, machine: null, expiresInSeconds: null, ...given };
    const { secret } = await createToken(plane, { kind: 'user', id: ada.id }, input);
    return (await authenticator.identify(secret, 'bearer')) as Extract<Principal, { kind: K }>;
  };
  const cast = {
    projectId,
    foreignProjectId,
    ada: await credential('user', 'ada', { userId: ada.id }),
    bob: await credential('user', 'bob', { userId: bob.id }),
    eve: await credential('user', 'eve', { userId: eve.id }),
    agent: await credential('agent', 'agent', { projectId }),
    otherAgent: await credential('agent', 'other agent', { projectId }),
    runner: await credential('runner', 'runner', { projectId, machine: 'laptop' }),
    otherRunner: await credential('runner', 'other runner', { projectId, machine: 'desktop' }),
    foreignRunner: await credential('runner', 'runner', { projectId: foreignProjectId }),
  };
  await putMember(plane, cast.ada, { projectId, userId: bob.id, role: 'member' });
  authenticator.close();
  return cast;
}
