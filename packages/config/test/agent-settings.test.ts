import { limits } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { configSecrets } from '../src/config-secrets.ts';
import { showSettings } from '../src/show-settings.ts';
import { dataDir, defaultFile, load, refusalOf } from './load.ts';

describe('models', () => {
  it('are listed with the default first, and the demo is always one of them [W3]', () => {
    const env = { COUNTERSIGN_MODELS: 'anthropic:claude-sonnet-4-5, openai:gpt-5' };
    expect(load({ env }).config.models.specs).toEqual(['anthropic:claude-sonnet-4-5', 'openai:gpt-5', 'demo']);
    const named = load({ env: { COUNTERSIGN_MODELS: 'demo,compatible:qwen3:8b,demo' } });
    expect(named.config.models.specs).toEqual(['demo', 'compatible:qwen3:8b']);
  });

  it('find their scripts from where they are named', () => {
    const files = { [defaultFile]: 'models: ["scripted:scripts/a.json"]\n' };
    expect(load({ files }).config.models.specs[0]).toBe(`scripted:${dataDir}/scripts/a.json`);
    expect(load({ flags: { models: 'scripted:~/a.json' } }).config.models.specs[0]).toBe('scripted:/home/ada/a.json');
  });

  it.each(['gpt-5', 'openai:', 'mistral:large', 'scripted:', 'openai:two words', ''])('are refused as "%s"', (spec) => {
    const refusal = refusalOf({ files: { [defaultFile]: `models: ["${spec}"]\n` } });
    expect(refusal.message).toContain('provider:name');
  });

  it('take keys and addresses from the variables that every program knows, unless ours say otherwise', () => {
    const common = {
      OPENAI_API_KEY: 'sk-common',
      OPENAI_BASE_URL: 'http://localhost:1/v1/',
      ANTHROPIC_API_KEY: 'sk-ant',
      ANTHROPIC_BASE_URL: 'http://localhost:2',
    };
    expect(load({ env: common }).config.models).toMatchObject({
      openai: { apiKey: 'sk-common', baseUrl: 'http://localhost:1/v1' },
      anthropic: { apiKey: 'sk-ant', baseUrl: 'http://localhost:2' },
      compatible: { apiKey: null, baseUrl: null },
    });
    const both = { ...common, COUNTERSIGN_OPENAI_API_KEY: 'sk-ours' };
    expect(load({ env: both }).config.models.openai.apiKey).toBe('sk-ours');
    const file = { ...common, COUNTERSIGN_OPENAI_API_KEY_FILE: '/run/key' };
    expect(load({ env: file, files: { '/run/key': 'sk-file\n' } }).config.models.openai.apiKey).toBe('sk-file');
  });

  it('are not reached at an address that carries credentials', () => {
    const refusal = refusalOf({ env: { COUNTERSIGN_COMPATIBLE_BASE_URL: 'http://u:p@localhost/v1' } });
    expect(refusal.message).toContain('without credentials');
  });
});

describe('control', () => {
  it.each([
    ['CONTROL_MAX_TURNS', limits.runTurnsMax],
    ['CONTROL_MAX_WALL_TIME_SECONDS', limits.runSecondsMax],
    ['CONTROL_MAX_TOKENS', limits.runTokensMax],
    ['CONTROL_MAX_RETRIES', limits.runRetriesMax],
  ])('has the bounds that a request has: %s up to %i [W4]', (name, maximum) => {
    expect(() => load({ env: { [`COUNTERSIGN_${name}`]: `${maximum}` } })).not.toThrow();
    expect(refusalOf({ env: { [`COUNTERSIGN_${name}`]: `${maximum + 1}` } }).message).toContain(`to ${maximum}`);
  });

  it('is in milliseconds where it is time', () => {
    const env = {
      COUNTERSIGN_CONTROL_MAX_WALL_TIME_SECONDS: '7',
      COUNTERSIGN_CONTROL_RETRY_BASE_SECONDS: '0',
      COUNTERSIGN_CONTROL_BREAKER_SECONDS: '2',
      COUNTERSIGN_CONTROL_MODEL_TIMEOUT_SECONDS: '3',
    };
    const { control } = load({ env }).config;
    expect(control).toMatchObject({ maxWallTimeMs: 7000, retryBaseMs: 0, breakerMs: 2000, modelTimeoutMs: 3000 });
  });

  it.each([
    ['CONTROL_MAX_TURNS', '0', 'from 1 to 10000'],
    ['CONTROL_MAX_RETRIES', '21', 'from 0 to 20'],
    ['CONTROL_NO_PROGRESS_TURNS', '1', 'from 2 to'],
    ['CONTROL_MAX_TOKENS', '1e6', 'a whole number'],
    ['WORKER_RUNS_MAX', '0', 'from 1 to'],
    ['ROLE', 'both', 'one of all, server, worker'],
    ['MODEL_PROTOCOL', 'xml', 'one of native, json'],
  ])('refuses %s=%s', (name, value, allowed) => {
    const refusal = refusalOf({ env: { [`COUNTERSIGN_${name}`]: value } });
    expect(refusal.message).toContain(allowed);
    expect(refusal.message).toContain(`environment COUNTERSIGN_${name}`);
  });
});

describe('tools', () => {
  const other = {
    AUTONOUS_TOOL_TIMEOUT_SECONDS: '5',
    AUTONOUS_TOOL_MAX_OUTPUT_LINES: '10',
    AUTONOUS_TOOL_MAX_OUTPUT_BYTES: '2048',
    AUTONOUS_TOOL_BASH_DENYLIST: 'shutdown, git push',
    AUTONOUS_TOOL_ALLOWED_ROOTS: '/workspace/,/state/../state,/workspace',
  };

  it('are set by the other names too, and ours win [T3]', () => {
    const { config } = load({ env: other });
    expect(config.toolAllowedRoots).toEqual(['/workspace', '/state']);
    expect(config.toolLimits).toEqual({
      timeoutMs: 5000,
      outputLinesMax: 10,
      outputBytesMax: 2048,
      bashDenylist: ['shutdown', 'git push'],
    });
    const both = {
      ...other,
      COUNTERSIGN_TOOL_TIMEOUT_SECONDS: '6',
      COUNTERSIGN_TOOL_MAX_OUTPUT_LINES: '11',
      COUNTERSIGN_TOOL_MAX_OUTPUT_BYTES: '4096',
      COUNTERSIGN_TOOL_BASH_DENYLIST: 'reboot',
      COUNTERSIGN_TOOL_ALLOWED_ROOTS: '~/site',
    };
    expect(load({ env: both }).config).toMatchObject({
      toolAllowedRoots: ['/home/ada/site'],
      toolLimits: { timeoutMs: 6000, outputLinesMax: 11, outputBytesMax: 4096, bashDenylist: ['reboot'] },
    });
  });

  it.each([
    [{ AUTONOUS_TOOL_ALLOWED_ROOTS: '' }, 'leave AUTONOUS_TOOL_ALLOWED_ROOTS away'],
    [{ COUNTERSIGN_TOOL_ALLOWED_ROOTS: ' ' }, 'leave COUNTERSIGN_TOOL_ALLOWED_ROOTS away'],
    [
      { COUNTERSIGN_TOOL_ALLOWED_ROOTS: '', AUTONOUS_TOOL_ALLOWED_ROOTS: '/x' },
      'leave COUNTERSIGN_TOOL_ALLOWED_ROOTS away',
    ],
    [{ AUTONOUS_TOOL_ALLOWED_ROOTS: '/workspace,site' }, 'absolute'],
    [{ AUTONOUS_TOOL_ALLOWED_ROOTS: '/workspace,' }, 'at least one folder'],
    [{ AUTONOUS_TOOL_TIMEOUT_SECONDS: '301' }, 'from 1 to 300'],
    [{ AUTONOUS_TOOL_MAX_OUTPUT_LINES: '0' }, 'from 1 to'],
    [{ AUTONOUS_TOOL_MAX_OUTPUT_BYTES: '12' }, 'from 1024 to'],
    [{ AUTONOUS_TOOL_BASH_DENYLIST: 'rm,,dd' }, 'the first words of commands'],
  ] as const)('are refused at the start with %j', (env, words) => {
    expect(refusalOf({ env }).message).toContain(words);
  });

  it('have at least one root in a file that names any', () => {
    expect(refusalOf({ files: { [defaultFile]: 'tool_allowed_roots: []\n' } }).message).toContain('at least one');
  });

  it('do not look at an empty other name where ours is set', () => {
    const env = { COUNTERSIGN_TOOL_ALLOWED_ROOTS: '/x', AUTONOUS_TOOL_ALLOWED_ROOTS: '' };
    expect(load({ env }).config.toolAllowedRoots).toEqual(['/x']);
  });
});

describe('the bot', () => {
  const webhook = { COUNTERSIGN_TELEGRAM_TOKEN: '1:abc', COUNTERSIGN_TELEGRAM_MODE: 'webhook' };

  it('has a file of users in the data folder, or where it is named [W6]', () => {
    const own = `${dataDir}/telegram-users.json`;
    expect(load({ files: { [own]: '' } }).config.telegram.usersFile).toBe(own);
    expect(load({ flags: { telegram_users_file: 'u.yaml' } }).config.telegram.usersFile).toBe('/work/space/u.yaml');
  });

  it('needs an address and a secret for a webhook, and nothing where there is no bot', () => {
    expect(refusalOf({ env: webhook }).message).toContain('COUNTERSIGN_TELEGRAM_WEBHOOK_URL');
    const withUrl = { ...webhook, COUNTERSIGN_TELEGRAM_WEBHOOK_URL: 'https://bot.example/hook' };
    expect(refusalOf({ env: withUrl }).message).toContain('COUNTERSIGN_TELEGRAM_WEBHOOK_SECRET');
    const whole = { ...withUrl, COUNTERSIGN_TELEGRAM_WEBHOOK_SECRET: 'a-secret-of-20-chars' };
    expect(load({ env: whole }).config.telegram.mode).toBe('webhook');
    expect(load({ env: { COUNTERSIGN_TELEGRAM_MODE: 'webhook' } }).config.telegram.token).toBeNull();
  });
});

describe('secrets', () => {
  const env = {
    COUNTERSIGN_OPENAI_API_KEY: 'canary-openai',
    COUNTERSIGN_ANTHROPIC_API_KEY: 'canary-anthropic',
    COUNTERSIGN_COMPATIBLE_API_KEY: 'canary-compatible',
    COUNTERSIGN_TELEGRAM_TOKEN: 'canary-telegram',
    COUNTERSIGN_TELEGRAM_WEBHOOK_SECRET: 'canary-webhook-secret',
  };

  it('are never shown, and all of them are known [G8]', () => {
    const loaded = load({ env });
    expect(JSON.stringify(showSettings(loaded))).not.toContain('canary');
    expect(configSecrets(loaded.config).sort()).toEqual(Object.values(env).sort());
  });

  it('are not in the words of a refusal', () => {
    const refusal = refusalOf({ env: { COUNTERSIGN_OPENAI_API_KEY: 'canary with spaces' } });
    expect(refusal.message).not.toContain('canary');
  });
});

it('leaves alone what a supervisor tells its processes', () => {
  expect(() => load({ env: { COUNTERSIGN_SUPERVISOR_REPORT: '{}' } })).not.toThrow();
});
