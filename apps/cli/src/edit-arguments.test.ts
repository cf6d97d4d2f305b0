import { describe, expect, it } from 'vitest';
import { editArguments } from './edit-arguments.ts';

const editor = (script: string) => ({ isInteractive: true, env: { EDITOR: `node -e ${script}` } });
const file = 'process.argv.at(-1)';

describe('editing in an editor', () => {
  it('starts from the arguments and gives what was saved', async () => {
    const script = `f=${file};fs.writeFileSync(f,fs.readFileSync(f,'utf8').replace('a.txt','b.txt'))`;
    await expect(editArguments({ path: 'a.txt' }, editor(script))).resolves.toEqual({ path: 'b.txt' });
  });

  it.each([
    ['0', 'nothing was changed'],
    ['process.exit(3)', 'ended with 3'],
    [`fs.writeFileSync(${file},'{')`, 'not valid JSON'],
  ])('decides nothing after %s', async (script, said) => {
    await expect(editArguments({ path: 'a.txt' }, editor(script))).rejects.toThrow(said);
  });

  it('never hands the name of the editor to a shell', async () => {
    const env = { EDITOR: '/nowhere/editor;true' };
    await expect(editArguments({}, { isInteractive: true, env })).rejects.toThrow('cannot be started');
  });
});
