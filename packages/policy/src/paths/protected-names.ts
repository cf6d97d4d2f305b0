import { foldedNames, isShortName } from './folded-name.ts';

/** G4: writing one of these means that something runs later, or that another program obeys it. */

const folders: Readonly<Record<string, string>> = {
  ...each('holds what git runs by itself', '.git .githooks .husky'),
  ...each('configures an editor that runs tasks', '.vscode .idea .devcontainer .vs .fleet .zed .nova .sublime-project'),
  ...each(
    'configures an agent',
    '.claude .cursor .gemini .codex .roo .cline .clinerules .continue .windsurf .aider .kiro .amazonq .goose .opencode .qwen .junie .trae .augment .copilot .mcp .agents',
  ),
  ...each('configures Countersign', '.countersign'),
  ...each('runs in the build service with its secrets', '.circleci .gitlab .buildkite .woodpecker .forgejo .gitea'),
  ...each('holds keys and what they open', '.ssh .gnupg .aws .azure .gcloud .kube .docker .password-store'),
  ...each('configures a build tool that runs programs', '.cargo .mvn .yarn .bundle .direnv .config .bin'),
};

const files: Readonly<Record<string, string>> = {
  ...each(
    'is read by a shell when it starts',
    `.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout
     .kshrc .mkshrc .cshrc .tcshrc .login .logout .inputrc .envrc .xinitrc .xprofile .xsession .pam_environment config.fish`,
  ),
  ...each(
    'is read by a program when it starts',
    '.tmux.conf .screenrc .vimrc .gvimrc .exrc .nvimrc .emacs .gdbinit .lldbinit .wgetrc .curlrc .netrc .psqlrc .sqliterc .irbrc .pryrc .pythonrc .rprofile',
  ),
  ...each('configures what git runs', '.gitconfig .gitmodules .gitattributes'),
  ...each(
    'configures an agent',
    '.mcp.json mcp.json claude.md agents.md gemini.md .cursorrules .windsurfrules .clinerules .goosehints .aider.conf.yml copilot-instructions.md',
  ),
  ...each(
    'configures a package manager that runs programs',
    '.npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pnp.cjs .pnp.loader.mjs pnpm-workspace.yaml .pypirc pip.conf .condarc .gemrc bunfig.toml',
  ),
  ...each(
    'runs when a commit is made',
    '.pre-commit-config.yaml .pre-commit-config.yml lefthook.yml lefthook.yaml .huskyrc .lintstagedrc',
  ),
  ...each(
    'runs when something is built, tested or installed',
    'makefile gnumakefile bsdmakefile justfile taskfile.yml taskfile.yaml rakefile conftest.py setup.py sitecustomize.py usercustomize.py noxfile.py build.rs gradlew mvnw configure',
  ),
  ...each(
    'runs in the build service with its secrets',
    '.gitlab-ci.yml .travis.yml jenkinsfile azure-pipelines.yml bitbucket-pipelines.yml .drone.yml cloudbuild.yaml appveyor.yml .appveyor.yml',
  ),
  ...each('lets somebody in', 'authorized_keys known_hosts .rhosts .htaccess .htpasswd'),
  ...each('runs at set times', 'crontab'),
  ...each('configures Countersign', 'countersign.yaml countersign.yml'),
};

const nested: readonly (readonly [prefix: string, why: string])[] = [
  ['.github/workflows', 'runs in the build service with its secrets'],
  ['.github/actions', 'runs in the build service with its secrets'],
  ['node_modules/.bin', 'holds programs that scripts run by name'],
];

/** By extension: what an operating system, a shell or an editor runs or obeys. */
const extensions: Readonly<Record<string, string>> = {
  ...each(
    'is a script',
    'sh bash zsh fish ksh csh bat cmd ps1 psm1 psd1 vbs vbe wsf wsh hta scpt applescript command tool',
  ),
  ...each(
    'is a program or a library',
    'exe dll so dylib bin com scr cpl msi msix deb rpm apk pkg dmg app appimage jar ko node sys efi out elf',
  ),
  ...each(
    'configures a system or a service',
    'conf config service socket timer mount path target desktop plist reg rules pth',
  ),
  ...each('opens as something else', 'lnk url code-workspace iso'),
};

/** Why a write to this path is HIGH; null where it is an ordinary one. The path is relative to its root. */
export function whyProtected(relative: string): string | null {
  const names = foldedNames(relative);
  for (const name of names) {
    if (Object.hasOwn(folders, name)) return `"${name}" ${folders[name]}`;
    if (isShortName(name)) return `"${name}" may be the short name of a protected folder`;
  }
  const folded = names.join('/');
  for (const [prefix, why] of nested) {
    if (folded === prefix || folded.startsWith(`${prefix}/`) || folded.includes(`/${prefix}/`))
      return `"${prefix}" ${why}`;
  }
  const last = names.at(-1)!;
  if (Object.hasOwn(files, last)) return `"${last}" ${files[last]}`;
  const extension = last.includes('.') ? last.slice(last.lastIndexOf('.') + 1) : '';
  return Object.hasOwn(extensions, extension) ? `a .${extension} file ${extensions[extension]}` : null;
}

function each(why: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, why]));
}
