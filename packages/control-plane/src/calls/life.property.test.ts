import { describeOnEachDatabase, fakeClock, type OpenDatabase, type TestDatabase } from '@countersign/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Act, explain, kinds, type Model, times } from '../../test/life/model.ts';
import { storyOf } from '../../test/life/story.ts';
import { World } from '../../test/life/world.ts';
import { verifyStore } from '../index.ts';

/** A move of the clock, a restart, or up to three acts at once. */
type Step = { readonly wait: number } | { readonly restart: true } | { readonly acts: readonly Act[] };

/** Counted from the newest, and mostly by the same hands, so that things happen to calls that are still alive. */
const call = fc.constantFrom(0, 0, 0, 1, 1, 2, 3);
const runner = fc.constantFrom(0, 0, 0, 0, 1);
const fence = fc.constantFrom(1, 1, 1, 1, 2);
const word = fc.nat({ max: 1 });
const acts: readonly fc.WeightedArbitrary<Record<string, unknown>>[] = [
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('submit'),
      kind: fc.constantFrom('medium', 'medium', 'medium', ...kinds),
      key: fc.option(fc.nat({ max: 3 }), { nil: null }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('decide'),
      call,
      user: fc.nat({ max: 1 }),
      verb: fc.constantFrom('approve', 'approve', 'approve', 'reject', 'edit', 'edit'),
      edit: fc.nat({ max: 3 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ act: fc.constant('claim'), call, runner }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('renew'), call, runner, fence }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('report'),
      call,
      runner,
      status: fc.constantFrom('completed', 'completed', 'failed', 'cancelled', 'unknown'),
      fence: fc.constantFrom(null, 1, 1, 1, 2),
      word,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('cancel'), call, isForeign: fc.constantFrom(false, false, true) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('announce'), runner }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('preview'), call, runner, word }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('print'), call, runner, fence, lines: fc.constantFrom(1, 2, 3) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('undo'), call, runner }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('sweep') }) },
];
const act = fc.oneof(...acts) as unknown as fc.Arbitrary<Act>;

/** Mostly a moment; now and then to just before, at and after each of the clocks. */
const waits = Object.values(times).flatMap((ms) => [ms - 1, ms, Math.floor(ms / 3)]);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 16, arbitrary: fc.record({ acts: fc.array(act, { minLength: 1, maxLength: 1 }) }) },
  { weight: 8, arbitrary: fc.record({ acts: fc.array(act, { minLength: 2, maxLength: 3, size: 'max' }) }) },
  { weight: 3, arbitrary: fc.record({ wait: fc.constantFrom(1, 1_000) }) },
  { weight: 2, arbitrary: fc.record({ wait: fc.constantFrom(...waits) }) },
  { weight: 1, arbitrary: fc.constant({ restart: true as const }) },
);

const steps = fc.array(step, { minLength: 30, maxLength: 60, size: 'max' });
/** COUNTERSIGN_TEST_LIFE_RUNS=3000 looks for what comes up once in a thousand schedules. */
const moreRuns = Number(process.env.COUNTERSIGN_TEST_LIFE_RUNS ?? 0);
const runs: Record<TestDatabase['name'], number> = { sqlite: moreRuns || 50, postgres: moreRuns || 12 };
const runMsMax = 3_000;
const runsPerDatabase = 100;

describeOnEachDatabase('any schedule of people, runners, restarts and time', (database) => {
  let place: OpenDatabase;
  let lived = 0;
  const clock = fakeClock();
  beforeAll(async () => {
    place = await database.open();
  });
  afterAll(() => place.drop());
  /** The whole log is verified after each run, so a database is not for ever. */
  const nextPlace = async (): Promise<string> => {
    lived += 1;
    if (lived % runsPerDatabase === 0) {
      await place.drop();
      place = await database.open();
    }
    return place.url;
  };

  it(
    'answers as the life of a call says it must, and leaves the story it has told [L1, L2, L3, L4, L5, L6, L7, L8, T7, S3]',
    async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (schedule) => {
          const world = await World.open(await nextPlace(), clock);
          try {
            const model = await live(world, schedule);
            await compare(world, model);
          } finally {
            await world.close();
          }
        }),
        { numRuns: runs[database.name], endOnFailure: true },
      );
    },
    60_000 + Math.max(...Object.values(runs)) * runMsMax,
  );
});

async function live(world: World, schedule: readonly Step[]): Promise<Model> {
  let model: Model = { now: world.clock.now(), calls: [], keys: new Map(), seenAt: new Map() };
  for (const each of schedule) {
    if ('restart' in each) await world.restart();
    else if ('wait' in each) {
      world.clock.advance(each.wait);
      model.now = world.clock.now();
    } else {
      const acts = aimed(each.acts, model.calls.length);
      const answers = await Promise.all(acts.map((one, process) => world.perform(one, process)));
      const found = await world.found();
      const isAsFound = ({ calls }: Model): boolean =>
        calls.every(({ status, moves }, index) => found[index] === `${status} after ${moves}`);
      const explained = explain(model, acts, answers, isAsFound);
      if (!explained) {
        const what = { acts, answers, found, before: model };
        throw new Error(`no order of these acts explains what became of them: ${JSON.stringify(what)}`);
      }
      model = explained;
    }
  }
  return model;
}

/** Acts at once are on one call, so that they meet. Only one of them may be a new call: its place is counted. */
function aimed(given: readonly Act[], count: number): readonly Act[] {
  const [first, ...rest] = given;
  const isRace = rest.length > 0;
  const target = first && 'call' in first ? first.call : 0;
  const place = (one: Act): Act =>
    'call' in one ? { ...one, call: Math.max(count - 1 - (isRace ? target : one.call), 0) } : one;
  const acts = [first!, ...rest.filter((one) => one.act !== 'submit')].map(place);
  return count === 0 ? acts.filter((one) => !('call' in one)) : acts;
}

async function compare(world: World, model: Model): Promise<void> {
  const { store } = world.plane;
  const { projectId } = world.cast;
  expect(world.calls).toHaveLength(model.calls.length);
  const events = await store.listEvents({ after: 0, limit: 100_000, projectId });
  for (const [index, expected] of model.calls.entries()) {
    const found = (await store.findCall(projectId, world.calls[index]!.id))!;
    expect({ status: found.state.status, moves: found.version - 1 }).toEqual({
      status: expected.status,
      moves: expected.moves,
    });
    const approvalId = 'approvalId' in found.state ? found.state.approvalId : null;
    const approval = approvalId === null ? null : (await store.findApproval(projectId, approvalId))!.approval;
    expect(approval?.status ?? 'none').toBe(expected.approval);
    expect(approval?.decision ? 1 : 0).toBe(expected.decision === null ? 0 : 1);

    const story = storyOf(events.filter(({ subjectId }) => subjectId === found.id));
    expect(story.status).toBe(found.state.status);
    expect(story.decisions).toHaveLength(expected.decision === null ? 0 : 1);
    const printed = events.filter(({ type, subjectId }) => type === 'tool_call.output' && subjectId === found.id);
    expect(printed.map(({ data }) => data.text).join('')).toBe('line\n'.repeat(expected.printed / 5));
    const executed = world.executed.get(found.id) ?? [];
    expect(executed).toHaveLength(story.claims);
    expect(executed.length).toBeLessThanOrEqual(1);
    expect(executed.length === 1).toBe(expected.executor !== null);
    for (const digest of executed) {
      expect(digest).toBe(found.request.digest);
      expect(digest).toBe(story.decisions[0] ?? story.submitted);
    }
  }
  expect((await verifyStore(store)).broken).toBeNull();
}
