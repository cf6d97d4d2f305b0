/** Where the demo does its work: a folder of its own, which it makes and takes away again. */
const folder = 'countersign-demo';
const menu = 'Margherita        8.50\nDiavola          10.50\nQuattro Formaggi 11.00\n';

/** Spoken as a model speaks: in pieces, with a moment between them. */
const aloud = { pieces: 12, delay_ms: 40 };

const howToGoOn = `To work with a model, start with COUNTERSIGN_MODELS=openai:<model> or anthropic:<model> and its key (OPENAI_API_KEY, ANTHROPIC_API_KEY). Everything else stays as you have just seen it.`;

/**
 * W3: what the model `demo` says. It needs no key: whoever has just installed this can see a whole run, with one call that needs
 * no question, one of MEDIUM and one of HIGH risk, and can say no to each.
 */
export const demoScript = JSON.stringify({
  name: 'demo',
  answers: [
    {
      ...aloud,
      text: 'I am the demo: a script, no model. I will make a small sample project, look at it, and take it away again. First I look at where I am.',
      tool_calls: [{ name: 'ls', arguments: { path: '.' } }],
    },
    {
      ...aloud,
      text: 'Looking was LOW risk, so nobody was asked. Writing a file is MEDIUM: you decide, and what you see is exactly what will be written.',
      tool_calls: [{ name: 'write', arguments: { path: `${folder}/menu.txt`, content: menu } }],
    },
    {
      ...aloud,
      when: 'Wrote ',
      text: 'The sample project is there. Three looks at once, none of which needs a question.',
      tool_calls: [
        { name: 'read', arguments: { path: `${folder}/menu.txt` } },
        { name: 'grep', arguments: { path: folder, pattern: 'Diavola' } },
        { name: 'bash', arguments: { cmd: `wc -l ${folder}/menu.txt` } },
      ],
    },
    {
      ...aloud,
      text: `Nothing was written, so the demo ends here. This is what I was told:\n\n{{last_result}}\n\nA model would go on from these words. ${howToGoOn}`,
    },
    {
      ...aloud,
      text: 'Removing a folder is HIGH risk: you are asked once more, and a remembered approval for writing does not cover it.',
      tool_calls: [{ name: 'bash', arguments: { cmd: `rm -r ${folder}` } }],
    },
    {
      ...aloud,
      when: '(no output)',
      text: `Done: a file was written and read, and the folder is gone again. You were asked twice, for what mattered; everything is in the record. ${howToGoOn}`,
    },
    {
      ...aloud,
      text: `The folder ${folder} stays. This is what I was told:\n\n{{last_result}}\n\nA model would go on from these words. ${howToGoOn}`,
    },
  ],
});
