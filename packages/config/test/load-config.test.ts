import { describe, expect, it } from 'vitest';
import { environmentOfFlags } from '../src/environment-of-flags.ts';
import { settingKeys, settings } from '../src/settings.ts';
import { showSettings } from '../src/show-settings.ts';
import { dataDir, defaultFile, load, refusalOf } from './load.ts';

describe('defaults', () => {
  it('listens on loopback and keeps everything in the data folder', () => {
    expect(load().config).toEqual({
      host: '127.0.0.1',
      port: 7717,
      database: `${dataDir}/countersign.db`,
      dataDir,
      policyFile: null,
      accessFile: null,
      toolAllowedRoots: ['/work/space'],
      toolPath: [],
      homeDir: '/home/ada',
      publicUrl: null,
      allowedHosts: [],
      allowedOrigins: [],
      logLevel: 'info',
      hasMetrics: true,
      otlpEndpoint: null,
      claimWindowMs: 60_000,
      leaseMs: 30_000,
      previewWindowMs: 2_000,
      localTools: 'runner',
      approvalSeconds: { MEDIUM: 300, HIGH: 600 },
      shutdownGraceMs: 10_000,
      sealingKey: null,
      server: null,
      project: null,
      token: null,
      role: 'all',
      models: {
        specs: ['demo'],
        openai: { apiKey: null, baseUrl: null },
        anthropic: { apiKey: null, baseUrl: null },
        compatible: { apiKey: null, baseUrl: null },
        protocol: 'native',
      },
      control: {
        maxTurns: 50,
        maxWallTimeMs: 1_800_000,
        maxTokens: 1_000_000,
        maxRetries: 3,
        retryBaseMs: 1_000,
        retryMaxMs: 60_000,
        breakerFailures: 5,
        breakerMs: 30_000,
        noProgressTurns: 3,
        contextTokens: 100_000,
        modelTimeoutMs: 300_000,
      },
      workerRunsMax: 8,
      toolLimits: { timeoutMs: 30_000, outputLinesMax: 2000, outputBytesMax: 51_200, bashDenylist: [] },
      telegram: {
        token: null,
        apiUrl: 'https://api.telegram.org',
        mode: 'polling',
        webhookUrl: null,
        webhookSecret: null,
        webhookPort: 7718,
        usersFile: null,
      },
    });
  });

  it.each([
    ['linux', {}, dataDir],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/countersign'],
    ['linux', { XDG_DATA_HOME: 'relative' }, dataDir],
    ['darwin', { XDG_DATA_HOME: '/data' }, '/home/ada/Library/Application Support/countersign'],
  ] as const)('finds the data folder on %s with %j', (platform, env, expected) => {
    expect(load({ platform, env }).config.dataDir).toBe(expected);
  });

  it('finds the policy in the data folder, if there is one, or where it is named', () => {
    const own = `${dataDir}/policy.yaml`;
    expect(load({ files: { [own]: 'version: 1' } }).config.policyFile).toBe(own);
    expect(load({ env: { COUNTERSIGN_POLICY: 'rules.yaml' } }).config.policyFile).toBe('/work/space/rules.yaml');
    expect(load({ flags: { policy: '/etc/p.yaml' }, files: { [own]: '' } }).config.policyFile).toBe('/etc/p.yaml');
    const readFile = (path: string) => {
      throw Object.assign(new Error('no'), { code: path === own ? 'EACCES' : 'ENOENT' });
    };
    expect(load({ readFile }).config.policyFile).toBe(own);
  });

  it('finds the access file in the data folder, if there is one, or where it is named [U10]', () => {
    const own = `${dataDir}/access.yaml`;
    expect(load({ files: { [own]: 'version: 1' } }).config.accessFile).toBe(own);
    expect(load({ env: { COUNTERSIGN_ACCESS: 'who.yaml' } }).config.accessFile).toBe('/work/space/who.yaml');
  });

  it('takes the collector from the variable that every program knows, unless ours says otherwise [P6]', () => {
    const common = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };
    expect(load({ env: common }).config.otlpEndpoint).toBe('http://localhost:4318');
    expect(load({ env: common }).origins.otlp_endpoint).toEqual({
      from: 'environment',
      variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    });
    const both = { ...common, COUNTERSIGN_OTLP_ENDPOINT: 'https://otel.example:4318' };
    expect(load({ env: both }).config.otlpEndpoint).toBe('https://otel.example:4318');
    expect(refusalOf({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://x' } }).message).toContain('without credentials');
  });

  it('freezes what it returns, all the way down', () => {
    const { config } = load();
    const { models, control, toolLimits, telegram } = config;
    const parts = [config, config.allowedHosts, config.approvalSeconds, models, models.specs, models.openai];
    expect([...parts, control, toolLimits, toolLimits.bashDenylist, telegram].every(Object.isFrozen)).toBe(true);
  });
});

describe('precedence', () => {
  const files = { [defaultFile]: '# ours\nport: 1\nlog_level: warn\nlease_seconds: 5\n' };

  it('is flags over environment over file over defaults, and each value knows where it came from', () => {
    const { config, origins } = load({
      flags: { port: '3' },
      env: { COUNTERSIGN_PORT: '2', COUNTERSIGN_LOG_LEVEL: 'debug' },
      files,
    });
    expect([config.port, config.logLevel, config.leaseMs, config.host]).toEqual([3, 'debug', 5000, '127.0.0.1']);
    expect(origins.port).toEqual({ from: 'flag', flag: '--port' });
    expect(origins.log_level).toEqual({ from: 'environment', variable: 'COUNTERSIGN_LOG_LEVEL' });
    expect(origins.lease_seconds).toEqual({ from: 'file', path: defaultFile, line: 4 });
    expect(origins.host).toEqual({ from: 'default' });
  });

  it('never reads a file from the current folder', () => {
    expect(load({ files: { '/work/space/countersign.config.yaml': 'port: 1' } }).config.port).toBe(7717);
  });

  it('reads the file that --config or COUNTERSIGN_CONFIG names instead', () => {
    const named = { '/etc/cs.yaml': 'port: 9\ndata_dir: state\n', ...files };
    expect(load({ flags: { config: '/etc/cs.yaml' }, files: named }).config).toMatchObject({
      port: 9,
      dataDir: '/etc/state',
      database: '/etc/state/countersign.db',
    });
    expect(load({ env: { COUNTERSIGN_CONFIG: '../../etc/cs.yaml' }, files: named }).config.port).toBe(9);
    expect(refusalOf({ flags: { config: 'gone.yaml' } }).message).toContain('/work/space/gone.yaml');
  });

  it('takes the file of the data folder that a flag names', () => {
    const moved = { '/srv/cs/countersign.config.yaml': 'port: 4' };
    expect(load({ flags: { data_dir: '/srv/cs' }, files: moved }).config.port).toBe(4);
  });

  it('hands flags to a child as environment that means the same', () => {
    const flags = { port: '3', data_dir: '/d', config: '/etc/cs.yaml', host: undefined };
    expect(environmentOfFlags(flags)).toEqual({
      COUNTERSIGN_PORT: '3',
      COUNTERSIGN_DATA_DIR: '/d',
      COUNTERSIGN_CONFIG: '/etc/cs.yaml',
      COUNTERSIGN_SUPERVISOR_FLAGS: 'port,data_dir,config',
    });
    const { config, origins } = load({ env: { ...environmentOfFlags({ port: '3' }), COUNTERSIGN_LOG_LEVEL: 'warn' } });
    expect([config.port, origins.port, origins.log_level]).toEqual([
      3,
      { from: 'flag', flag: '--port' },
      { from: 'environment', variable: 'COUNTERSIGN_LOG_LEVEL' },
    ]);
  });
});

describe('values', () => {
  it('reads lists, none and paths from text and from the file alike', () => {
    const fromText = load({
      env: {
        COUNTERSIGN_ALLOWED_HOSTS: 'A.example, b.example:80',
        COUNTERSIGN_ALLOWED_ORIGINS: 'https://a.example/',
        COUNTERSIGN_APPROVAL_SECONDS_MEDIUM: 'none',
        COUNTERSIGN_DATABASE: '~/cs.db',
        COUNTERSIGN_PUBLIC_URL: 'https://cs.example/',
      },
    });
    const fromFile = load({
      files: {
        [defaultFile]: `
allowed_hosts: [a.example, 'b.example:80']
allowed_origins: [https://a.example]
approval_seconds_medium: none
database: ../../../cs.db
public_url: https://cs.example
token:
`,
      },
    });
    expect(fromFile.config).toEqual(fromText.config);
    expect(fromText.config).toMatchObject({
      allowedHosts: ['a.example', 'b.example:80'],
      allowedOrigins: ['https://a.example'],
      approvalSeconds: { MEDIUM: null, HIGH: 600 },
      database: '/home/ada/cs.db',
      publicUrl: 'https://cs.example',
    });
  });

  it.each([
    ['sqlite:cs.db', '/work/space/cs.db'],
    ['sqlite:///srv/cs.db', '/srv/cs.db'],
    ['cs.db', '/work/space/cs.db'],
    [':memory:', ':memory:'],
    ['postgresql://db/cs', 'postgresql://db/cs'],
  ])('reads the database %s as %s', (database, expected) => {
    expect(load({ flags: { database } }).config.database).toBe(expected);
  });

  it('counts an empty variable as not set', () => {
    expect(load({ env: { COUNTERSIGN_PORT: '', COUNTERSIGN_CONFIG: '' } }).origins.port).toEqual({ from: 'default' });
  });

  it('reads secrets from the files that _FILE variables name', () => {
    const { config, origins } = load({
      env: { COUNTERSIGN_TOKEN_FILE: '/run/t', COUNTERSIGN_DATABASE_FILE: '/run/d' },
      files: { '/run/t': 'cs_secret\n', '/run/d': 'postgres://u:p@db/cs\n' },
    });
    expect([config.token, config.database]).toEqual(['cs_secret', 'postgres://u:p@db/cs']);
    expect(origins.token).toEqual({ from: 'environment', variable: 'COUNTERSIGN_TOKEN_FILE' });
  });
});

describe('refusals name the key, the value, where it came from and what is allowed', () => {
  it.each([
    [{ flags: { port: '70000' } }, ['port', '"70000"', 'flag --port', 'from 0 to 65535']],
    [{ env: { COUNTERSIGN_PORT: '0x50' } }, ['environment COUNTERSIGN_PORT', 'a whole number']],
    [{ env: { COUNTERSIGN_PORT: 'tcp://10.0.0.1:7717' } }, ['enableServiceLinks']],
    [{ env: { COUNTERSIGN_LOG_LEVEL: 'loud' } }, ['one of fatal, error']],
    [{ env: { COUNTERSIGN_APPROVAL_SECONDS_HIGH: 'never' } }, ['or none']],
    [{ env: { COUNTERSIGN_PUBLIC_URL: 'https://a.example/path' } }, ['without a path']],
    [{ env: { COUNTERSIGN_ALLOWED_ORIGINS: 'file:///etc' } }, ['allowed_origins']],
    [{ env: { COUNTERSIGN_DATABASE: 'mysql://u:hunter2@db' } }, ['postgres://', 'mysql://u:***@db']],
    [{ env: { COUNTERSIGN_PROT: '1' } }, ['no setting COUNTERSIGN_PROT', 'COUNTERSIGN_PORT']],
    [{ env: { COUNTERSIGN_TOKEN: 'a', COUNTERSIGN_TOKEN_FILE: '/t' } }, ['given twice']],
    [{ env: { COUNTERSIGN_TOKEN_FILE: '/none' } }, ['token', '/none', 'environment COUNTERSIGN_TOKEN_FILE']],
    [{ flags: { token: 'x' } }, ['no flag --token']],
    [{ files: { [defaultFile]: 'host: 127.0.0.1\nprot: 1\n' } }, ['no setting prot', `${defaultFile}:2`]],
    [{ files: { [defaultFile]: 'port: "80"\n' } }, [`${defaultFile}:1`]],
    [{ files: { [defaultFile]: 'port: 1\nport: 2\n' } }, ['not valid YAML', `${defaultFile}:2`]],
    [{ files: { [defaultFile]: '- port\n' } }, ['key: value']],
    [{ files: { [defaultFile]: 'data_dir: /x\n' } }, ['lies in the data folder']],
  ] as const)('%j', (given, parts) => {
    const { message } = refusalOf(given);
    for (const part of parts) expect(message).toContain(part);
  });

  it('never shows a secret', () => {
    const refusal = refusalOf({ env: { COUNTERSIGN_TOKEN: 'two words' } });
    expect(refusal.message).not.toContain('two words');
    expect(refusal.message).toContain('***');
  });

  it('wants a public address before it listens where others can reach it', () => {
    expect(refusalOf({ flags: { host: '0.0.0.0' } }).message).toMatch(/public_url is needed.*flag --host/);
    expect(load({ flags: { host: '0.0.0.0', public_url: 'https://cs.example' } }).config.host).toBe('0.0.0.0');
    for (const host of ['localhost', '::1', '127.0.0.53']) expect(load({ flags: { host } }).config.host).toBe(host);
    expect(refusalOf({ flags: { host: '127.0.0.1.evil.example' } }).key).toBe('public_url');
  });
});

describe('showing', () => {
  it('masks the token and the password in a database URL', () => {
    const shown = showSettings(
      load({ env: { COUNTERSIGN_TOKEN: 'cs_secret', COUNTERSIGN_DATABASE: 'postgres://u:p4ss@db/cs?password=p4ss' } }),
    );
    expect(JSON.stringify(shown)).not.toMatch(/cs_secret|p4ss/);
    expect(shown.find(({ key }) => key === 'database')?.value).toBe('postgres://u:***@db/cs?password=***');
    expect(shown.map(({ key }) => key)).toEqual(settingKeys);
  });

  it('has a description, a variable and, unless it is secret, a flag for every setting', () => {
    for (const key of settingKeys) {
      const { description, env, flag, secrecy } = settings[key];
      expect(description).not.toBe('');
      expect(env).toBe(`COUNTERSIGN_${key.toUpperCase()}`);
      expect(flag === null).toBe(secrecy === 'whole');
    }
  });
});
