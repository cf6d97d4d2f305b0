/** W3: what the model `demo` says. It needs no key: whoever has just installed this can see it work. */
export const demoScript = JSON.stringify({
  name: 'demo',
  answers: [{ text: 'This is the demo model. It says this to everything.' }],
});
