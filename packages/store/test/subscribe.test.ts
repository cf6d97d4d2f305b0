import type { Change, FeedEvent, Store } from '@countersign/control-plane';
import { anEvent, aToolCall, describeOnEachDatabase } from '@countersign/testing';
import { expect, it } from 'vitest';
import { useStores } from './stores.ts';

describeOnEachDatabase('subscribe', (database) => {
  const stores = useStores(database);

  it('tells each event once and in order, whichever of two processes committed it [S2]', async () => {
    const [one, other] = [await stores.open(), await stores.open()];
    const total = 120;
    const heard = [one, other].map((store) => hear(store, total));
    await Promise.all(Array.from({ length: total }, (_, index) => (index % 3 ? one : other).commit(aChange())));
    const expected = Array.from({ length: total }, (_, index) => index + 1);
    for (const events of await Promise.all(heard)) expect(events.map(({ seq }) => seq)).toEqual(expected);
  });

  it('tells what was committed elsewhere while nothing was committed here', async () => {
    const [one, other] = [await stores.open(), await stores.open()];
    const heard = hear(one, 2);
    await other.commit(aChange());
    await other.commit(aChange());
    expect((await heard).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it('tells an event only after it can be read [L3]', async () => {
    const store = await stores.open();
    const read = new Promise((resolve, reject) => {
      store.subscribe(([event]) => {
        store.listEvents({ after: event!.seq - 1, limit: 1 }).then(resolve, reject);
      });
    });
    await store.commit(aChange());
    expect(await read).toHaveLength(1);
  });

  it('brings the call along where this process made the change, and nowhere else', async () => {
    const [one, other] = [await stores.open(), await stores.open()];
    const heard = [one, other].map((store) => hear(store, 2));
    const moved = aToolCall();
    const added = aToolCall();
    await one.commit({ guard: { kind: 'call', call: moved }, events: [anEvent()] });
    await one.commit({
      guard: { kind: 'none' },
      following: [{ kind: 'new_call', call: added }],
      events: [anEvent()],
    });
    const [here, elsewhere] = await Promise.all(heard);
    expect(here?.map(({ call }) => call)).toEqual([moved, added]);
    expect(elsewhere?.map(({ call }) => call)).toEqual([undefined, undefined]);
  });

  it('starts after what was there before, and ends when told', async () => {
    const store = await stores.open();
    await store.commit(aChange());
    const reopened = await stores.open();
    const heard: number[] = [];
    const stop = reopened.subscribe((events) => heard.push(...events.map(({ seq }) => seq)));
    await reopened.commit(aChange());
    // A commit can be told after it is answered, where the log is just being read.
    await expect.poll(() => heard).toEqual([2]);
    stop();
    const later = hear(reopened, 1);
    await reopened.commit(aChange());
    await later;
    expect(heard).toEqual([2]);
  });

  it('goes on for the others when a listener throws', async () => {
    const faults: unknown[] = [];
    const store = await stores.open({ onFault: (error) => faults.push(error) });
    const fault = new Error('a listener of the test');
    store.subscribe(() => {
      throw fault;
    });
    const heard = hear(store, 2);
    await store.commit(aChange());
    await store.commit(aChange());
    expect(await heard).toHaveLength(2);
    // What is told at once is one fault.
    expect(new Set(faults)).toEqual(new Set([fault]));
  });
});

function aChange(): Change {
  return { guard: { kind: 'none' }, events: [anEvent()] };
}

/** The first so many events that a store tells. */
function hear(store: Store, count: number): Promise<FeedEvent[]> {
  return new Promise((resolve) => {
    const heard: FeedEvent[] = [];
    store.subscribe((events) => {
      heard.push(...events);
      if (heard.length >= count) resolve(heard);
    });
  });
}
