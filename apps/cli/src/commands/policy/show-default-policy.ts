import { command } from '../../command.ts';

export const showDefaultPolicy = command<{ schema?: boolean }>({
  summary: 'Print the default policy file',
  options: [{ flags: '--schema', description: 'the JSON Schema of policy files instead, for editors' }],
  examples: [
    ['policy default > policy.yaml', 'as `countersign init` writes it'],
    ['policy default --schema > policy.schema.json', 'beside it, so that an editor completes and checks'],
  ],
  async run({ print, terminal }, _, { schema }) {
    const { defaultPolicyText, policySchema } = await import('@countersign/policy');
    if (schema) terminal.write(`${JSON.stringify(policySchema(), null, 2)}\n`);
    else print({ policy: defaultPolicyText }, () => defaultPolicyText);
  },
});
