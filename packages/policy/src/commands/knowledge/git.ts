import { type CommandSpec, spec } from '../command-spec.ts';

/**
 * G4: git is MEDIUM also where it only looks, because a repository's own configuration can run programs. A flag that is
 * not here may run one by itself, or write anywhere: HIGH. Abbreviations of flags are unknown on purpose.
 */

const common = '-q|--quiet -v|--verbose --help -h --no-color --color?text --progress --no-progress';

const diffs = `-p -u --patch -s|--no-patch -U|--unified:number --raw --patch-with-raw --stat?text --numstat --shortstat --dirstat?text --summary --name-only --name-status
  --patch-with-stat -z --no-renames -M?text --find-renames?text -C?text --find-copies?text -D --diff-filter:text -S:text -G:text --pickaxe-all --pickaxe-regex
  -R -a|--text --ignore-cr-at-eol --ignore-space-at-eol -b|--ignore-space-change -w|--ignore-all-space --ignore-blank-lines --inter-hunk-context:number
  -W|--function-context --exit-code --no-ext-diff --no-textconv --word-diff?text --word-diff-regex:text --color-words?text --color-moved?text --minimal --patience
  --histogram --diff-algorithm:text --full-index --binary --abbrev?number --relative?text --cached --staged --merge-base --check --submodule?text
  -0 -1 -2 -3 --base --ours --theirs --no-prefix --src-prefix:text --dst-prefix:text -l:number --output:write!MEDIUM`;

const logs = `${diffs} --oneline -n|--max-count:number --skip:number --since:text --after:text --until:text --before:text --author:text --committer:text --grep:text
  --all-match --invert-grep -i|--regexp-ignore-case -E|--extended-regexp -F|--fixed-strings -P|--perl-regexp --merges --no-merges --first-parent --all --branches?text
  --tags?text --remotes?text --glob:text --exclude:text --reverse --graph --decorate?text --no-decorate --format:text --pretty?text --abbrev-commit --no-abbrev-commit
  --date:text --relative-date --topo-order --date-order --follow -L:text -c --cc -m --show-signature --left-right --cherry-pick --cherry-mark --boundary
  --simplify-by-decoration --full-history --source --use-mailmap --no-mailmap --notes?text --no-notes --no-walk --ancestry-path`;

const look = (flags: string, more: Partial<Parameters<typeof spec>[0]> = {}): CommandSpec =>
  spec({
    level: 'MEDIUM',
    why: 'looks at the repository; its configuration may run programs',
    flags: `${common} ${flags}`,
    operands: 'text',
    hasNumberFlag: true,
    runs: 'what the repository configures',
    ...more,
  });

const change = (flags: string, more: Partial<Parameters<typeof spec>[0]> = {}): CommandSpec =>
  spec({
    level: 'MEDIUM',
    why: 'changes the repository',
    flags: `${common} ${flags}`,
    operands: 'text',
    runs: 'hooks of the repository',
    ...more,
  });

const talk = (flags: string, more: Partial<Parameters<typeof spec>[0]> = {}): CommandSpec =>
  change(flags, { why: 'talks to another repository', usesNetwork: true, check: strangeRemote, ...more });

const dangerous = (why: string): CommandSpec => spec({ level: 'HIGH', why, operands: 'code', isRememberable: false });

const lookOnly =
  (names: string) =>
  ({ operands }: { readonly operands: readonly string[] }) => {
    const [first] = operands;
    return first === undefined || names.split(' ').includes(first)
      ? null
      : { level: 'HIGH' as const, reason: `git changes configuration or runs something with "${first}".` };
  };

/** Addresses that name a program, or that a program would take for a flag. */
function strangeRemote({ operands }: { readonly operands: readonly string[] }) {
  const strange = operands.find((operand) =>
    /^(?:ext|fd|file|transport-helper)::?|^-|:\/\/-|^[a-z+.-]+::/i.test(operand),
  );
  return strange === undefined
    ? null
    : { level: 'HIGH' as const, reason: `The address "${strange}" can make git run a program.` };
}

export const git: CommandSpec = spec({
  level: 'MEDIUM',
  why: "runs git; a repository's configuration may run programs",
  flags: `-C:chdir -p|--paginate -P|--no-pager --no-optional-locks --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs
    --no-replace-objects --no-advice --version -v --help -h --bare
    --git-dir:write!HIGH --work-tree:write!HIGH --exec-path?code!HIGH --namespace:text!HIGH --super-prefix:text!HIGH -c:code!HIGH --config-env:code!HIGH`,
  subcommands: {
    status: look(
      '-s|--short -b|--branch --show-stash --porcelain?text --long -u?text --untracked-files?text --ignore-submodules?text --ignored?text -z --column?text --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames?text',
    ),
    log: look(logs),
    show: look(logs),
    shortlog: look(
      `${logs.replace('-n|--max-count:number', '-n|--numbered --max-count:number')} -s|--summary -e|--email --group:text`,
    ),
    reflog: look(logs, { check: lookOnly('show HEAD list exists') }),
    diff: look(diffs),
    'diff-tree': look(`${diffs} -r -t --root --no-commit-id`),
    'diff-index': look(diffs),
    'diff-files': look(diffs),
    blame: look(
      '-b --root --show-stats -L:text -l -t -S:read --reverse -p|--porcelain --line-porcelain --incremental --encoding:text --contents:read --date:text -M?text -C?text --ignore-rev:text --ignore-revs-file:read -c --score-debug -f|--show-name -n|--show-number -s -e|--show-email -w --abbrev:number',
    ),
    branch: change(
      '-a|--all -r|--remotes --list -l --show-current -d|--delete -m|--move -c|--copy --contains:text --no-contains:text --merged --no-merged --sort:text --points-at:text --format:text -i|--ignore-case --column?text --no-column -t --track?text --no-track -u|--set-upstream-to:text --unset-upstream -vv --abbrev?number --no-abbrev -D!HIGH -f|--force!HIGH -M!HIGH -C!HIGH',
    ),
    tag: change(
      '-l|--list -n?number -a|--annotate -m|--message:text -F|--file:read -d|--delete --sort:text --contains:text --no-contains:text --merged --no-merged --points-at:text --format:text --column?text --no-column -i|--ignore-case -s|--sign!HIGH -f|--force!HIGH -v|--verify!HIGH',
    ),
    add: change(
      '-n|--dry-run -f|--force -A|--all|--no-ignore-removal --ignore-removal|--no-all -u|--update -N|--intent-to-add --refresh --ignore-errors --ignore-missing --renormalize --chmod:text',
      { operands: 'read' },
    ),
    commit: change(
      '-a|--all -m|--message:text -F|--file:read -C|--reuse-message:text --fixup:text --squash:text --reset-author --author:text --date:text -s|--signoff --no-signoff --allow-empty --allow-empty-message --no-edit --dry-run --short --branch --porcelain --long -z --cleanup:text -n|--no-verify -o|--only -i|--include -u?text --untracked-files?text --trailer:text --amend --no-gpg-sign --no-post-rewrite --status --no-status -p|--patch -S!HIGH -e|--edit!HIGH -t|--template:read!HIGH -c:text!HIGH',
    ),
    stash: change(
      '-u|--include-untracked -a|--all -k|--keep-index --no-keep-index -m|--message:text --index -p|--patch -S|--staged --stat',
    ),
    checkout: change(
      '-b:text -B:text!HIGH -t --track?text --no-track -l --detach -d --orphan:text --ours --theirs -m|--merge --conflict:text -p|--patch --ignore-skip-worktree-bits --overlay --no-overlay --guess --no-guess -f|--force!HIGH --pathspec-from-file:read!HIGH --recurse-submodules!HIGH',
    ),
    switch: change(
      '-c|--create:text -C:text!HIGH -d|--detach --guess --no-guess -t --track?text --no-track --orphan:text --ignore-other-worktrees -m|--merge -f|--force!HIGH --discard-changes!HIGH',
    ),
    restore: change(
      '-s|--source:text -S|--staged -W|--worktree --ours --theirs -m|--merge --conflict:text -p|--patch --ignore-unmerged --overlay --no-overlay',
      { operands: 'write' },
    ),
    reset: change('--soft --mixed -N|--intent-to-add -p|--patch --hard!HIGH --merge!HIGH --keep!HIGH'),
    merge: change(
      '--commit --no-commit --ff --no-ff --ff-only --squash --no-squash -m:text --no-edit --abort --continue --quit --stat --no-stat -n --log?number --signoff --allow-unrelated-histories --no-verify -F|--file:read -X|--strategy-option:text --into-name:text -s|--strategy:text!HIGH -S!HIGH',
    ),
    rebase: change(
      '--onto:text --continue --abort --skip --quit --keep-base --stat --no-stat --autostash --no-autostash --ff|--no-ff --root --fork-point --no-fork-point --signoff --reset-author-date --committer-date-is-author-date --no-verify --update-refs --show-current-patch -X|--strategy-option:text',
    ),
    'cherry-pick': change(
      '-x -n|--no-commit -m|--mainline:number --ff -s|--signoff --allow-empty --continue --abort --skip --quit',
    ),
    revert: change('-n|--no-commit --no-edit -m|--mainline:number -s|--signoff --continue --abort --skip --quit'),
    mv: change('-f|--force -k -n|--dry-run', { operands: 'write' }),
    rm: change('--cached -n|--dry-run --ignore-unmatch -r!HIGH -f|--force!HIGH', {
      operands: 'delete',
      level: 'HIGH',
      why: 'removes files',
    }),
    clean: change('-n|--dry-run -d!HIGH -f|--force!HIGH -x!HIGH -X!HIGH -e|--exclude:text', {
      operands: 'delete',
      level: 'HIGH',
      why: 'removes files',
    }),
    pull: talk(
      '--ff --no-ff --ff-only --rebase?text --no-rebase --no-edit --autostash --no-autostash --stat --no-stat -n --squash --no-commit --commit --all --tags --no-tags --prune -p --depth:number --unshallow --dry-run -4 -6 --verify-signatures',
    ),
    fetch: talk(
      '--all --tags -t --no-tags -n --prune -p -P --prune-tags --depth:number --deepen:number --unshallow --dry-run --no-recurse-submodules -4 -6 --porcelain --append -a --atomic -j|--jobs:number -f|--force!HIGH',
    ),
    push: talk(
      '--all --tags --follow-tags -u|--set-upstream --dry-run -n --porcelain --atomic --no-verify -4 -6 --thin --no-thin -f|--force!HIGH --force-with-lease?text!HIGH --force-if-includes!HIGH --mirror!HIGH --prune!HIGH -d|--delete!HIGH',
      {
        check: ({ operands, args }) => {
          const forced = operands.find((operand) => /^[+:]/.test(operand));
          return forced === undefined
            ? strangeRemote({ operands })
            : { level: 'HIGH', reason: `"${forced}" rewrites or removes what others have (${args[0]}).` };
        },
      },
    ),
    clone: talk(
      '--depth:number -b|--branch:text --single-branch --no-single-branch --no-tags -n|--no-checkout --bare --mirror --shallow-since:text --filter:text -o|--origin:text -j|--jobs:number --sparse -l|--local --no-local --no-hardlinks -4 -6',
      { operands: 'address write', level: 'MEDIUM' },
    ),
    'ls-remote': talk('--heads --tags --refs --exit-code --get-url --sort:text --symref -h -t'),
    remote: change('', { check: lookOnly('show get-url -v'), runs: 'what the repository configures' }),
    'rev-parse': look(
      '--verify --short?number --abbrev-ref?text --symbolic --symbolic-full-name --show-toplevel --show-prefix --show-cdup --git-dir --absolute-git-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --all --branches?text --tags?text --git-common-dir --show-superproject-working-tree --default:text --revs-only --no-revs --flags --no-flags --sq --not',
    ),
    'rev-list': look(`${logs} --count --objects`),
    'ls-files': look(
      '-c|--cached -d|--deleted -m|--modified -o|--others -i|--ignored -s|--stage -u|--unmerged -k|--killed -z -t --directory --no-empty-directory -x|--exclude:text -X|--exclude-from:read --exclude-standard --error-unmatch --full-name --abbrev?number --eol --deduplicate --format:text',
      { operands: 'read' },
    ),
    'ls-tree': look(
      '-d -r -t -l|--long -z --name-only --name-status --object-only --full-name --full-tree --abbrev?number --format:text',
    ),
    'cat-file': look('-t -s -e -p --batch-all-objects'),
    'merge-base': look('--octopus --independent --is-ancestor --fork-point -a|--all'),
    'name-rev': look('--tags --refs:text --all --name-only --always'),
    describe: look(
      '--all --tags --long --dirty?text --broken?text --abbrev:number --always --match:text --exclude:text --exact-match --first-parent --contains --candidates:number',
    ),
    'for-each-ref': look(
      '--count:number --sort:text --format:text --points-at:text --merged --no-merged --contains:text',
    ),
    'show-ref': look('--head --heads --tags --branches -d|--dereference -s --hash?number --verify --abbrev?number'),
    'symbolic-ref': look('--short'),
    grep: look(
      '-a|--text -i|--ignore-case -I --max-depth:number -w|--word-regexp -v|--invert-match -h -H --full-name -E|--extended-regexp -G|--basic-regexp -P|--perl-regexp -F|--fixed-strings -n|--line-number --column -l|--files-with-matches|--name-only -L|--files-without-match -z -o|--only-matching -c|--count --break --heading -p|--show-function -A:number -B:number -C:number -W|--function-context -m|--max-count:number -f:read -e:text --and --or --not --all-match --cached --untracked --exclude-standard --no-exclude-standard',
    ),
    'check-ignore': look('--stdin -z -n|--non-matching --no-index'),
    'check-attr': look('-a|--all --stdin --cached -z'),
    'count-objects': look('-H|--human-readable'),
    whatchanged: look(logs),
    version: look('--build-options'),
    help: look('-a|--all -g|--guides -i -m -w'),
    worktree: change(
      '-b:text -d|--detach --porcelain -z --lock --reason:text --no-checkout --expire:text -n|--dry-run',
      {
        operands: 'text write',
        check: ({ operands: [first] }) =>
          first === 'remove' || first === 'repair'
            ? { level: 'HIGH', reason: `git worktree ${first} removes or rewires a tree.` }
            : null,
      },
    ),
    init: change('-b|--initial-branch:text --bare', { operands: 'write' }),
    apply: change(
      '--stat --numstat --summary --check --index --cached -3|--3way -R|--reverse -p:number -C:number --ignore-space-change --ignore-whitespace --whitespace:text --recount --include:text --exclude:text --directory:write',
      { operands: 'read' },
    ),
    am: change('--continue --skip --abort --quit --show-current-patch -3|--3way -s|--signoff -k|--keep', {
      operands: 'read',
    }),
    'format-patch': change(
      '-n|--numbered -N|--no-numbered --stdout --start-number:number -k|--keep-subject -s|--signoff --cover-letter -v:number -o|--output-directory:write --root',
      { hasNumberFlag: true },
    ),
    archive: change('--format:text -l|--list -o|--output:write --prefix:text --add-file:read', {
      level: 'HIGH',
      why: 'writes an archive; its configuration may run programs',
    }),
    bundle: dangerous('writes or reads a file with a whole repository'),
    gc: change('--auto --aggressive --prune?text'),
    fsck: look('--full --strict --connectivity-only --no-dangling --unreachable --lost-found --name-objects'),
    notes: change('-m:text --ref:text'),
    submodule: dangerous('runs commands in other repositories, or downloads them'),
    config: dangerous('changes what git runs, maybe outside the workspace'),
    bisect: dangerous('can run any command'),
    'filter-branch': dangerous('runs any command on the whole history'),
    'send-email': dangerous('runs a mail program'),
    instaweb: dangerous('starts a web server'),
    daemon: dangerous('starts a server'),
    credential: dangerous('reads or stores passwords'),
    difftool: dangerous('runs another program'),
    mergetool: dangerous('runs another program'),
    'update-ref': dangerous('rewrites references'),
    'fast-import': dangerous('rewrites history from a stream'),
    'fast-export': dangerous('writes the whole history'),
    maintenance: dangerous('installs scheduled tasks'),
    hook: dangerous('runs hooks'),
  },
});
