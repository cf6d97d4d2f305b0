/** Something to begin with, where there is no policy yet: it lets pass what only looks. */
export const starterPolicy = `version: 1
rules:
  - id: look-at-git
    description: Looking at a repository needs no question.
    match: { tool: [execute_command, bash], command: git, subcommand: [status, diff, log], effect: [reads, executes] }
    outcome: allow
    examples:
      - { tool: execute_command, params: { command: git, args: [status] }, outcome: allow }
`;
