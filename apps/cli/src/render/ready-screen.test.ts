import { expect, it } from 'vitest';
import { renderReadyScreen } from './ready-screen.ts';
import { styleFor } from './style.ts';

const screenAt = (address: string): string =>
  renderReadyScreen(
    { type: 'ready', process_id: 'p', role: 'all', address, link: null, project_id: null, data_dir: '/data' } as never,
    { command: 'countersign', runner: null },
    styleFor(false),
  );

it('tells of the code for phones only where a phone can come', () => {
  expect(screenAt('https://countersign.example')).toContain('countersign link --qr');
  for (const address of ['http://127.0.0.1:7717', 'http://localhost:7717', 'http://[::1]:7717'])
    expect(screenAt(address)).not.toContain('--qr');
});
