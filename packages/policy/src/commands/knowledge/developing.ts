import { type CommandSpec, type GivenFlag, spec } from '../command-spec.ts';

/** G4: package managers and interpreters that run the project's own scripts. What runs anything else is HIGH. */

/** Flags before `--` are npm's own wherever they stand: `npm test --script-shell=…` runs another shell. */
const script = (why: string): CommandSpec =>
  spec({
    level: 'MEDIUM',
    why,
    flags: '--silent -s --if-present --workspace:text -w:text --workspaces -ws --prefix:chdir',
    operands: 'text',
    runs: 'a script of the project',
  });
const look = (why: string, flags = ''): CommandSpec =>
  spec({
    level: 'MEDIUM',
    why,
    flags: `--json --long -l --all -a --depth:number --parseable -p --workspace:text -w:text --workspaces --silent -s --prefix:chdir --omit:text --include:text --production --dev ${flags}`,
    operands: 'text',
  });
const runsAnything = (why: string): CommandSpec =>
  spec({ level: 'HIGH', why, operands: 'code', isRememberable: false });

/** Packages by name are downloaded and run their install scripts; addresses and folders too. */
const installs = (flags: string): CommandSpec =>
  spec({
    level: 'MEDIUM',
    why: 'installs what the project names, and runs install scripts',
    flags: `--no-audit --no-fund --silent -s --prefer-offline --offline --ignore-scripts --legacy-peer-deps --frozen-lockfile --immutable --no-save --production --omit:text --include:text --workspaces --workspace:text -w:text --prefix:chdir ${flags}`,
    operands: 'text',
    usesNetwork: true,
    runs: 'install scripts',
    check: ({ operands }) =>
      operands.length === 0
        ? null
        : {
            level: 'HIGH',
            reason: `Installs ${operands.map((name) => `"${name}"`).join(', ')}: new code from elsewhere that runs when it is installed.`,
          },
  });

const npmCommands: Readonly<Record<string, CommandSpec>> = {
  test: script("runs the project's test script"),
  t: script("runs the project's test script"),
  start: script("runs the project's start script"),
  stop: script("runs the project's stop script"),
  restart: script("runs the project's restart script"),
  run: script('runs a script of the project'),
  'run-script': script('runs a script of the project'),
  build: script("runs the project's build script"),
  lint: script("runs the project's lint script"),
  install: installs('--save-dev -D --save -S --save-exact -E --save-optional -O -g!HIGH'),
  i: installs('--save-dev -D --save -S --save-exact -E --save-optional -O -g!HIGH'),
  add: installs('--save-dev -D --dev -E --exact -g!HIGH'),
  ci: installs(''),
  'clean-install': installs(''),
  'install-test': installs(''),
  ls: look('lists installed packages'),
  list: look('lists installed packages'),
  ll: look('lists installed packages'),
  why: look('explains why a package is installed'),
  explain: look('explains why a package is installed'),
  outdated: look('asks the registry for newer versions'),
  view: look('asks the registry about a package'),
  info: look('asks the registry about a package'),
  show: look('asks the registry about a package'),
  search: look('asks the registry for packages'),
  audit: spec({
    level: 'MEDIUM',
    why: 'asks the registry about known problems',
    flags: '--json --omit:text --audit-level:text --production',
    operands: 'text',
    usesNetwork: true,
    check: ({ operands: [first] }) => (first === 'fix' ? { level: 'HIGH', reason: 'Installs other versions.' } : null),
  }),
  version: spec({
    level: 'MEDIUM',
    why: "shows or sets the project's version",
    flags: '--json --no-git-tag-version',
    operands: 'text',
  }),
  pack: spec({
    level: 'MEDIUM',
    why: 'packs the project and runs its scripts',
    flags: '--dry-run --json --pack-destination:write',
    operands: 'read',
    runs: 'scripts of the project',
  }),
  whoami: look('asks the registry who is logged in'),
  ping: look('asks the registry for an answer'),
  root: look('shows where packages are'),
  bin: look('shows where programs are'),
  prefix: look('shows where packages are'),
  help: look('shows help'),
  config: spec({
    level: 'MEDIUM',
    why: 'shows configuration, which may hold tokens',
    flags: '--json -l --long',
    operands: 'text',
    check: ({ operands: [first] }) =>
      first === undefined || ['list', 'ls', 'get'].includes(first)
        ? null
        : { level: 'HIGH', reason: 'Changes what npm does from now on, outside the workspace.' },
  }),
  dedupe: installs(''),
  prune: installs(''),
  fund: look('lists who asks for funding'),
  exec: runsAnything('downloads and runs a program'),
  x: runsAnything('downloads and runs a program'),
  init: runsAnything('downloads and runs a program'),
  create: runsAnything('downloads and runs a program'),
  publish: runsAnything('publishes to others'),
};

const packageManager = (name: string): CommandSpec =>
  spec({
    level: 'MEDIUM',
    why: `runs ${name}`,
    flags:
      '--version -v --help -h --silent -s --prefix:chdir -C:chdir --dir:chdir --cwd:chdir --workspace:text -w:text --workspaces -r --recursive --filter:text -F:text --no-color',
    subcommands: npmCommands,
  });

const nodeFlags = `--test --test-only --test-name-pattern:text --test-reporter:text --test-concurrency:number --test-timeout:number --test-coverage --experimental-test-coverage --watch --watch-path:read
  --check -c --version -v --help -h --enable-source-maps --no-warnings --trace-warnings --trace-uncaught --unhandled-rejections:text --max-old-space-size:number --stack-trace-limit:number
  --experimental-strip-types --experimental-transform-types --no-experimental-strip-types --experimental-vm-modules --throw-deprecation --no-deprecation --trace-deprecation --preserve-symlinks --conditions:text -C:text
  --env-file:read!HIGH --input-type:text!HIGH -e:code!HIGH --eval:code!HIGH -p:code!HIGH --print:code!HIGH -i!HIGH --interactive!HIGH -r:code!HIGH --require:code!HIGH --import:code!HIGH --loader:code!HIGH --experimental-loader:code!HIGH`;

const interpreter = (flags: string, check: CommandSpec['check'] = null): CommandSpec =>
  spec({
    level: 'MEDIUM',
    why: 'runs a script of the project',
    flags,
    operands: 'read text',
    stopsAtOperand: true,
    runs: 'a script',
    isRememberable: false,
    check,
  });

/** Modules that are tools of their own. `python -m anything` runs anything that is installed. */
const pythonModules = new Set(
  'pytest unittest doctest mypy ruff black isort flake8 pylint pyflakes pycodestyle json.tool compileall py_compile coverage tox nox build timeit this platform site sysconfig django'.split(
    ' ',
  ),
);

const pythonFlags =
  '-B -b -d -E -I -O -OO -P -q -R -s -S -u -v -V --version -h --help -x -X:text -W:text --check-hash-based-pycs:text -c:code!HIGH -i!HIGH';

export const developingCommands: Readonly<Record<string, CommandSpec>> = {
  npm: packageManager('npm'),
  pnpm: packageManager('pnpm'),
  yarn: packageManager('yarn'),
  bun: packageManager('bun'),
  node: interpreter(nodeFlags, ({ args }) =>
    args.length === 0 || args.includes('-')
      ? { level: 'HIGH', reason: 'node runs whatever it is given on its input.' }
      : null,
  ),
  deno: spec({
    level: 'MEDIUM',
    why: 'runs a script of the project',
    flags: '--version -V --help -h',
    subcommands: {
      test: spec({
        level: 'MEDIUM',
        why: 'runs tests',
        flags: '--no-check -q --quiet --fail-fast --filter:text',
        operands: 'read',
        runs: 'a script',
        isRememberable: false,
      }),
      check: spec({ level: 'MEDIUM', why: 'checks types', flags: '-q --quiet', operands: 'read' }),
      lint: spec({ level: 'MEDIUM', why: 'looks for mistakes', flags: '-q --quiet --json', operands: 'read' }),
      fmt: spec({ level: 'MEDIUM', why: 'formats files', flags: '--check -q --quiet', operands: 'write' }),
    },
  }),
  python: interpreter(`${pythonFlags} -m:text`, ({ args, flags }) => {
    if (args.length === 0 || args.includes('-'))
      return { level: 'HIGH', reason: 'python runs whatever it is given on its input.' };
    const module = flags.find(({ name }) => name === '-m')?.value ?? null;
    return module === null || pythonModules.has(module)
      ? null
      : { level: 'HIGH', reason: `"python -m ${module}" can run anything that is installed.` };
  }),
  pytest: spec({
    level: 'MEDIUM',
    why: "runs the project's tests",
    flags:
      '-q --quiet -v --verbose -vv -x --exitfirst --maxfail:number -k:text -m:text -s --lf --last-failed --ff --tb:text -n:text --co --collect-only --durations:number -ra -rA --version -h --help --no-header --disable-warnings',
    operands: 'read',
    runs: 'tests of the project',
  }),
  tsc: spec({
    level: 'MEDIUM',
    why: 'checks types or writes what it compiled',
    flags:
      '--noEmit -p:read --project:read --watch -w --version -v --help -h --pretty --skipLibCheck --strict --build -b --listFiles --outDir:write',
    operands: 'read',
  }),
  eslint: spec({
    level: 'MEDIUM',
    why: 'runs rules that the project configures',
    flags:
      '--fix --ext:text --max-warnings:number --quiet --cache --format:text -f:text --version -v --help -h --no-error-on-unmatched-pattern',
    operands: 'read',
    writesBy: '--fix',
    runs: "the project's configuration",
  }),
  prettier: spec({
    level: 'MEDIUM',
    why: 'formats files as the project configures',
    flags: '--write -w --check -c --list-different -l --version --help --log-level:text',
    operands: 'read',
    writesBy: '--write -w',
    runs: "the project's configuration",
  }),
  vitest: spec({
    level: 'MEDIUM',
    why: "runs the project's tests",
    flags: '--run -t:text --testNamePattern:text --reporter:text --coverage --version -v --help -h --silent',
    operands: 'text',
    runs: 'tests of the project',
  }),
  jest: spec({
    level: 'MEDIUM',
    why: "runs the project's tests",
    flags:
      '--ci --watch --watchAll -t:text --testNamePattern:text --coverage --verbose --silent --runInBand -i --version --help --passWithNoTests',
    operands: 'text',
    runs: 'tests of the project',
  }),
  mkdir: spec({
    level: 'MEDIUM',
    why: 'makes folders',
    flags: '-p|--parents -v|--verbose -m|--mode:text --help --version',
    operands: 'write',
  }),
  touch: spec({
    level: 'MEDIUM',
    why: 'makes files or changes their times',
    flags: '-a -c|--no-create -d|--date:text -m -r|--reference:read -t:text --time:text --help --version',
    operands: 'write',
  }),
  cp: spec({
    level: 'MEDIUM',
    why: 'copies files',
    flags:
      '-a|--archive -b --backup?text -f|--force -i|--interactive -l|--link!HIGH -n|--no-clobber -p --preserve?text -P|--no-dereference -R|-r|--recursive -u|--update?text -v|--verbose -T|--no-target-directory -x|--one-file-system --parents --sparse:text --reflink?text --help --version -t|--target-directory:write -L|--dereference!HIGH -s|--symbolic-link!HIGH',
    operands: 'read',
    lastOperand: 'write',
  }),
  mv: spec({
    level: 'MEDIUM',
    why: 'moves files',
    flags:
      '-b --backup?text -f|--force -i|--interactive -n|--no-clobber -u|--update?text -v|--verbose -T|--no-target-directory -t|--target-directory:write --help --version',
    operands: 'delete',
    lastOperand: 'write',
  }),
  tee: spec({
    level: 'MEDIUM',
    why: 'writes its input to files',
    flags: '-a|--append -i|--ignore-interrupts -p --output-error?text --help --version',
    operands: 'write',
  }),
  jq: spec({
    level: 'MEDIUM',
    why: 'evaluates a program of its own language',
    flags:
      '-r|--raw-output -c|--compact-output -n|--null-input -s|--slurp -e|--exit-status -S|--sort-keys -C|--color-output -M|--monochrome-output -a|--ascii-output -j|--join-output --tab --indent:number -R|--raw-input --stream --seq -h|--help -V|--version',
    operands: 'program read',
    check: ({ operands: [program] }) =>
      program !== undefined &&
      /\b(?:import|include|input_filename|env|ENV|getpath|debug|modulemeta)\b|\$ENV/.test(program)
        ? { level: 'HIGH', reason: 'The jq program reads other files or the environment.' }
        : null,
  }),
  sed: spec({
    level: 'MEDIUM',
    why: 'edits text with a program of its own language',
    flags:
      '-n|--quiet|--silent -e|--expression:text -E|-r|--regexp-extended -s|--separate -u|--unbuffered -z|--null-data -l|--line-length:number --posix --debug --help --version -i?text --in-place?text -f|--file:read!HIGH',
    operands: 'program read',
    firstOperandBy: '-e --expression -f --file',
    writesBy: '-i --in-place',
    check: ({ flags, operands }) =>
      sedPrograms(flags, operands).every(isPlainSed)
        ? null
        : { level: 'HIGH', reason: 'The sed program may write files, read files or run commands.' },
  }),
  awk: spec({
    level: 'MEDIUM',
    why: 'evaluates a program of its own language',
    flags: '-F|--field-separator:text -v|--assign:text --help --version',
    operands: 'program read',
    check: ({ operands: [program] }) =>
      program !== undefined && isPlainAwk(program)
        ? null
        : { level: 'HIGH', reason: 'The awk program may write files, read files or run commands.' },
  }),
};

/** Only the plainest programs of sed: print, delete, quit, substitute, with an address of numbers or one pattern. */
function isPlainSed(program: string): boolean {
  const address = String.raw`(?:\d+|\$|/[^/\\]*/)(?:,(?:\+?\d+|\$|/[^/\\]*/))?!?`;
  const substitute = String.raw`s/(?:[^/\\\n]|\\[^\n])*/(?:[^/\\\n]|\\[^\n])*/[gpiI0-9]*|s([|#,:@])(?:(?!\1)[^\\\n]|\\[^\n])*\1(?:(?!\1)[^\\\n]|\\[^\n])*\1[gpiI0-9]*`;
  return program.length <= 2000 && new RegExp(`^(?:${address})?\\s*(?:[pdqDPNnhHgGx=]|${substitute})$`).test(program);
}

function sedPrograms(flags: readonly GivenFlag[], operands: readonly string[]): readonly string[] {
  const given = flags.flatMap(({ name, value }) => (name === '-e' || name === '--expression' ? [value!] : []));
  return given.length > 0 ? given : operands.slice(0, 1);
}

/** `{print $1, $3}` with an optional pattern or number test before it. */
function isPlainAwk(program: string): boolean {
  return (
    program.length <= 500 &&
    /^(?:NR ?[=<>!]=? ?\d+|\/[^/\\"]*\/|\$\d+ ?[=<>!]=? ?(?:\d+|"[^"\\|]*"))? ?\{ ?print(?: ?\$(?:\d+|NF)| ?"[^"\\|]*"| ?,)* ?\}$/.test(
      program,
    )
  );
}
