/** Dependencies point one way. Each rule says who may import whom; anything else fails the build. */
const layers = {
  contract: [],
  'tool-call': ['contract'],
  policy: ['contract'],
  redaction: ['contract'],
  'local-tools': ['contract', 'policy'],
  upstream: ['contract', 'policy'],
  config: ['contract'],
  agent: ['contract'],
  client: ['contract'],
  'control-plane': ['contract', 'tool-call', 'policy', 'agent'],
  runner: ['contract', 'tool-call', 'policy', 'redaction', 'client', 'local-tools'],
  store: ['contract', 'tool-call', 'agent', 'control-plane'],
};

const layerRules = Object.entries(layers).map(([name, allowed]) => ({
  name: `${name}-imports-only-${allowed.join('-') || 'nothing'}`,
  severity: 'error',
  from: { path: `^packages/${name}/src`, pathNot: '[.]test[.]ts$' },
  to: { path: '^(packages|apps|e2e|bench)/', pathNot: `^packages/(${[name, ...allowed].join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'nothing-imports-an-app',
      comment: 'Apps are processes and surfaces. Tests and benchmarks may start the server from its composition root.',
      severity: 'error',
      from: { pathNot: '^(apps/([^/]+)/|e2e/|bench/)' },
      to: { path: '^apps/' },
    },
    {
      name: 'apps-do-not-import-each-other',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'contract-is-browser-safe',
      severity: 'error',
      from: { path: '^packages/contract/src', pathNot: '[.]test[.]ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'inbox-is-browser-safe',
      comment: 'What the page is made of runs in a browser: no Node, of ours only what is made for it, and types.',
      severity: 'error',
      from: { path: '^apps/inbox/src', pathNot: '[.]test[.]ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'testing-stays-in-tests',
      severity: 'error',
      from: { path: '^(packages/(?!testing)[^/]+|apps/[^/]+)/src', pathNot: '[.]test[.]ts$' },
      to: { path: '^packages/testing/' },
    },
    { name: 'not-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|bench/scratch|bench/peers|apps/inbox/dist)/' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
    detectProcessBuiltinModuleCalls: true,
  },
};
