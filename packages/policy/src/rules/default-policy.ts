/** What `countersign init` writes and `policy default` prints. It changes nothing until somebody takes a # away. */
export const defaultPolicyText = `# yaml-language-server: $schema=./policy.schema.json
#
# The policy of this server. It adds to the built-in judgement, which gives every call a risk:
#   LOW     reads, lists, searches          runs without asking
#   MEDIUM  ordinary writes, git, npm        a person is asked
#   HIGH    compilers, inline code, unknown  a person is asked
#   denied  outside the roots, sudo, rm -rf  nobody can approve it, and no rule here can allow it
#
# Every rule that matches has a say: deny beats ask beats allow, whatever their order. A script is taken apart, and
# each command in it has to be allowed. Examples are checked whenever this file is read.
#
#   countersign policy lint FILE              can it be read, and where not
#   countersign policy test FILE --root DIR   what the examples come out as
#   countersign policy simulate --policy FILE what it would have done to the calls of the past
#
# A change applies to new calls within a second; a file that cannot be used keeps the rules before it in force, and stops
# a start. Below are rules that others found useful: to switch one on, take the # in front of its lines away.
version: 1

rules:
# Looking at a repository changes nothing. It is asked about by default because a repository's own configuration can
# name programs for git to run: switch this on where you trust the repositories.
  # - id: look-at-git
  #   description: Looking at a repository needs no question.
  #   match: { tool: [execute_command, bash], command: git, subcommand: [status, diff, log, show], effect: [reads, executes] }
  #   outcome: allow
  #   examples:
  #     - { tool: execute_command, params: { command: git, args: [status] }, outcome: allow }
  #     - { tool: execute_command, params: { command: git, args: [push] }, outcome: ask }
  #     - { tool: execute_command, params: { command: git, args: [log, --output=a.txt] }, outcome: ask }

# Edits in one folder. The rule lets through what is MEDIUM by default; scripts and configuration stay HIGH and are asked.
  # - id: write-sources
  #   description: Sources may be written without a question.
  #   match: { tool: write_file, path: src/**, access: write }
  #   outcome: allow
  #   examples:
  #     - { tool: write_file, params: { path: src/app.ts, content: x }, outcome: allow }
  #     - { tool: write_file, params: { path: src/run.sh, content: x }, outcome: ask }
  #     - { tool: write_file, params: { path: README.md, content: x }, outcome: ask }

# What leaves this machine for good deserves a second look, and time for it.
  # - id: publishing-is-serious
  #   description: What is published cannot be taken back.
  #   match: { command: npm, subcommand: publish }
  #   outcome: ask
  #   risk: HIGH
  #   timeout_seconds: none
  #   examples:
  #     - { tool: execute_command, params: { command: npm, args: [publish] }, outcome: ask, risk: HIGH }

# Nothing touches this folder, not even with somebody's approval.
  # - id: keep-out-of-customers
  #   description: Data of customers is no business of agents.
  #   match: { path: data/customers/ }
  #   outcome: deny
  #   examples:
  #     - { tool: read_file, params: { path: data/customers/list.csv }, outcome: deny }
  #     - { tool: read_file, params: { path: data/prices.csv }, outcome: allow }
`;
