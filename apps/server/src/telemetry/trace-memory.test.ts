import type { ToolCallId } from '@countersign/contract';
import type { StoredEvent } from '@countersign/control-plane';
import { aToolCall } from '@countersign/testing';
import { describe, expect, it } from 'vitest';
import { telemetryLimits } from './limits.ts';
import { TraceMemory } from './trace-memory.ts';

const call = aToolCall();
const event = (seq: number, subjectId: string, traceparent?: string) =>
  ({
    seq,
    type: 'tool_call.submitted',
    subjectId,
    at: call.request.createdAt,
    data: traceparent === undefined ? {} : { traceparent },
  }) as unknown as StoredEvent;

function memoryOver(events: readonly StoredEvent[], now: number) {
  let reads = 0;
  const memory = new TraceMemory();
  memory.start(
    {
      listEvents: async ({ after, limit }) => {
        reads += 1;
        return events.filter(({ seq }) => seq > after).slice(0, limit);
      },
    },
    now,
  );
  return { memory, reads: () => reads };
}

describe('the trace of a call', () => {
  it('is known from when it was asked for, without a look at the log [P6]', async () => {
    const { memory, reads } = memoryOver([], call.request.createdAt - telemetryLimits.warmUpMs);
    expect(await memory.find(call)).toBeNull();
    memory.hear(event(1, call.id, 'from its request'));
    memory.hear(event(2, 'another'));
    expect(await memory.find(call)).toBe('from its request');
    memory.forget(call.id);
    expect(await memory.find(call)).toBeNull();
    expect(reads()).toBe(0);
  });

  it('is found in the log by a process that was started later, and read once [P6]', async () => {
    const { sessionEventsPage } = telemetryLimits;
    const others = Array.from({ length: sessionEventsPage }, (_, index) => event(index + 1, 'another', 'no'));
    const { memory, reads } = memoryOver([...others, event(sessionEventsPage + 1, call.id, 'in the log')], Date.now());
    expect(await memory.find(call)).toBe('in the log');
    expect(await memory.find(call)).toBe('in the log');
    expect(reads()).toBe(2);
  });

  it('is not looked for in the log where its request was heard right after the start [P6]', async () => {
    const { memory, reads } = memoryOver([], call.request.createdAt);
    memory.hear(event(1, call.id));
    expect([await memory.find(call), reads()]).toEqual([null, 0]);
    expect([await memory.find(aToolCall()), reads()]).toEqual([null, 1]);
  });

  it('is none where the log says so, or says nothing of it within bounds [P6]', async () => {
    expect(await memoryOver([event(1, call.id)], Date.now()).memory.find(call)).toBeNull();
    expect(await memoryOver([], Date.now()).memory.find(call)).toBeNull();
    const endless = Array.from({ length: telemetryLimits.sessionEventsMax * 2 }, (_, index) =>
      event(index + 1, 'x', 'y'),
    );
    expect(await memoryOver(endless, Date.now()).memory.find(call)).toBeNull();
  });

  it('is remembered of so many calls and no more', async () => {
    const { memory } = memoryOver([], 0);
    for (let index = 0; index <= telemetryLimits.tracesMax; index += 1)
      memory.hear(event(index, `call-${index}`, 'tp'));
    const old = aToolCall({ id: 'call-0' as ToolCallId });
    expect(await memory.find(old)).toBeNull();
    expect(await memory.find(aToolCall({ id: 'call-1' as ToolCallId }))).toBe('tp');
  });
});
