type Event = Readonly<Record<string, unknown>>;

/** A step in each of the formats, as the providers describe them. */
export type Said = {
  readonly text?: string;
  readonly thought?: { readonly text: string; readonly proof: string };
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly args: string }[];
};

function anthropicEvents({ text = '', thought, calls = [] }: Said): Event[] {
  const blocks: Event[][] = [];
  const delta = (index: number, of: Event): Event => ({ type: 'content_block_delta', index, delta: of });
  const block = (start: Event, ...deltas: Event[]) => {
    const index = blocks.length;
    blocks.push([
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map((each) => delta(index, each)),
      { type: 'content_block_stop', index },
    ]);
  };
  if (thought)
    block(
      { type: 'thinking', thinking: '', signature: '' },
      { type: 'thinking_delta', thinking: thought.text },
      { type: 'signature_delta', signature: thought.proof },
    );
  if (text !== '') block({ type: 'text', text: '' }, { type: 'text_delta', text });
  for (const { id, name, args } of calls)
    block({ type: 'tool_use', id, name, input: {} }, { type: 'input_json_delta', partial_json: args });
  return [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'claude',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 10, output_tokens: 1 },
      },
    },
    ...blocks.flat(),
    {
      type: 'message_delta',
      delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: 5 },
    },
    { type: 'message_stop' },
  ];
}

function chatEvents({ text = '', thought, calls = [] }: Said): (Event | string)[] {
  const chunk = (delta: Event, finish: string | null = null): Event => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'qwen3',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  return [
    chunk({ role: 'assistant', content: '' }),
    ...(thought ? [chunk({ reasoning_content: thought.text })] : []),
    ...(text === '' ? [] : [chunk({ content: text })]),
    ...calls.map(({ id, name, args }, index) =>
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: args } }] }),
    ),
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
    { ...chunk({}), choices: [], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } },
    '[DONE]',
  ];
}

export function responsesEvents({ text = '', thought, calls = [] }: Said): Event[] {
  const events: Event[] = [];
  let output_index = 0;
  const item = (added: Event, done: Event, ...between: Event[]) => {
    events.push(
      { type: 'response.output_item.added', output_index, item: added },
      ...between.map((each) => ({ output_index, ...each })),
      { type: 'response.output_item.done', output_index, item: done },
    );
    output_index += 1;
  };
  if (thought) {
    const of = { type: 'reasoning', id: 'rs_1', summary: [] };
    item({ ...of, encrypted_content: '' }, { ...of, encrypted_content: thought.proof });
  }
  if (text !== '') {
    const of = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' };
    item(
      { ...of, status: 'in_progress', content: [] },
      { ...of, content: [{ type: 'output_text', text, annotations: [] }] },
      { type: 'response.output_text.delta', item_id: 'msg_1', content_index: 0, delta: text },
    );
  }
  for (const { id, name, args } of calls) {
    const of = { type: 'function_call', id: `fc_${id}`, call_id: id, name };
    item(
      { ...of, arguments: '', status: 'in_progress' },
      { ...of, arguments: args, status: 'completed' },
      { type: 'response.function_call_arguments.delta', item_id: `fc_${id}`, delta: args },
    );
  }
  const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'gpt-5', output: [] };
  return [
    { type: 'response.created', response: { ...response, status: 'in_progress' } },
    ...events,
    {
      type: 'response.completed',
      response: { ...response, status: 'completed', usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 } },
    },
  ];
}

export const eventsOf = {
  openai: responsesEvents,
  compatible: chatEvents,
  anthropic: anthropicEvents,
} as const;
