/** Files in the folder of a program in which it looks for what to run. */
export const obeyedFiles: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    git: ['.git/config'],
    npm: ['package.json', '.npmrc'],
    pnpm: ['package.json', '.npmrc', '.pnpmfile.cjs'],
    yarn: ['package.json', '.yarnrc', '.yarnrc.yml'],
    bun: ['package.json', 'bunfig.toml'],
    deno: ['deno.json', 'deno.jsonc'],
    make: ['GNUmakefile', 'makefile', 'Makefile'],
    gmake: ['GNUmakefile', 'makefile', 'Makefile'],
    just: ['justfile', 'Justfile', '.justfile'],
    task: ['Taskfile.yml', 'Taskfile.yaml'],
    rake: ['Rakefile', 'rakefile'],
    cargo: ['Cargo.toml', 'build.rs', '.cargo/config.toml'],
    gradle: ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'],
    mvn: ['pom.xml', '.mvn/extensions.xml'],
    pytest: ['conftest.py', 'pytest.ini', 'pyproject.toml'],
    tox: ['tox.ini', 'pyproject.toml'],
    docker: ['Dockerfile', 'compose.yaml', 'docker-compose.yml'],
  }),
);
