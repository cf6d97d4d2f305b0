import type { TokenShape } from './token-shape.ts';

/** Tokens of code hosts, registries and build services. */
export const codeTokens: readonly TokenShape[] = [
  {
    name: 'GitHub token',
    begins: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    shape: /gh[pousr]_[A-Za-z0-9_.-]{16,}/y,
    example: ['', 'ghp_q7P0ZvzOMhfWuBByFAKEsm9Wcz7uW9XFOGOe'],
  },
  {
    name: 'GitHub fine-grained token',
    begins: ['github_pat_'],
    shape: /github_pat_[A-Za-z0-9_]{20,}/y,
    example: ['', 'github_pat_q7Nen5n1AFAKEzpF1qH6Yy_q7Me4LbyoVFz8uZdZv8FuKKIBJlFAKEJn0meq7WJjjIBAzupGhv7Ib3M03N'],
  },
  {
    name: 'GitLab token',
    begins: ['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glimt-', 'glagent-', 'gloas-', 'glsoat-', 'glffct-', 'glwt-', 'glrtr-'],
    shape: /gl(?:pat|dt|rtr?|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-[A-Za-z0-9_.=-]{16,}/y,
    example: ['', 'glpat-q7NSgPwlFAKE1ID6vW5d'],
  },
  {
    name: 'GitLab runner registration token',
    begins: ['GR1348941'],
    shape: /GR1348941[A-Za-z0-9_-]{16,}/y,
    example: ['', 'GR1348941q705ha06FAKEJhgB3cxL'],
  },
  {
    name: 'npm token',
    begins: ['npm_'],
    shape: /npm_[A-Za-z0-9]{20,}/y,
    example: ['', 'npm_q71XVcKGAFRFWa94FAKENYWx0T0zbFDteMXi'],
  },
  {
    name: 'PyPI token',
    begins: ['pypi-'],
    shape: /pypi-[A-Za-z0-9_-]{20,}/y,
    isOpaque: true,
    example: ['', 'pypi-AgEIcHlwaS5vcmcq7MUXv5eBoaPzoxZCYCdEz6DQMvEFAKERV99nCQvtsU7RTAuwm6zo88EB0OG'],
  },
  {
    name: 'RubyGems key',
    begins: ['rubygems_'],
    shape: /rubygems_[A-Za-z0-9]{20,}/y,
    example: ['', 'rubygems_fec8df4f50947aaeb26c57d21fa5d328263dfe574de73998'],
  },
  {
    name: 'crates.io token',
    begins: ['cio'],
    shape: /cio[A-Za-z0-9]{32,}/y,
    isOpaque: true,
    example: ['', 'cioq7XQvQMcPLPPJSFAKEUEZQPghOpzGpdC'],
  },
  {
    name: 'Docker Hub token',
    begins: ['dckr_pat_', 'dckr_oat_'],
    shape: /dckr_[po]at_[A-Za-z0-9_-]{16,}/y,
    example: ['', 'dckr_pat_q7e40O1c6XCFAKEDMm0lM7EXg3L'],
  },
  {
    name: 'Linear key',
    begins: ['lin_api_', 'lin_oauth_', 'lin_wh_'],
    shape: /lin_(?:api|oauth|wh)_[A-Za-z0-9]{16,}/y,
    example: ['', 'lin_api_q7jD0SSW0fZVgR3gWNFAKEVMUtTIloFyCZuj4Zik'],
  },
  {
    name: 'Figma token',
    begins: ['figd_', 'figo_', 'figor_', 'figu_'],
    shape: /fig(?:d|or?|u)_[A-Za-z0-9_-]{16,}/y,
    example: ['', 'figd_q7pAX30IyTjtQ3TLaCFAKEpl76DfkhC0Hxzaks6Z'],
  },
  {
    name: 'Postman key',
    begins: ['PMAK-'],
    shape: /PMAK-[A-Za-z0-9-]{20,}/y,
    example: ['', 'PMAK-e20c4fd32f640d0032634f08-7e51b429fe8110102c995f1abef543b5df'],
  },
  {
    name: 'Atlassian token',
    begins: ['ATATT3', 'ATCTT3', 'ATBB', 'ATSTT3'],
    shape: /AT(?:ATT3|CTT3|STT3|BB)[A-Za-z0-9_=.-]{20,}/y,
    example: ['', 'ATATT3xq71F4mufwRLNInqtozMlTMAEsuha1u6DhzWVS1o38fFAa6weI3qRPLk1XCKsXkm2AWh7c9hEHWtP0136Uxt3Ykw5FAKE9ufcgBhziIBP9FOnLKGTQj09BBG7svMQB1mokdhPscGW3GtLCRHdflgwRHHHZ4IilO3OJqkdvZK80B8oYsam1mhC'],
  },
  {
    name: 'ReadMe key',
    begins: ['rdme_'],
    shape: /rdme_[a-z0-9]{40,}/y,
    example: ['', 'rdme_714122a40680a06aa0fca51d12afc8e00aa1da5204642bbdb4a78f19e8b8480f3b47c2'],
  },
  {
    name: 'Snyk token',
    begins: ['snyk_'],
    shape: /snyk_(?:uat|sat)\.[A-Za-z0-9._-]{20,}/y,
    example: ['', 'snyk_uat.q7NUwbpRT4fNkyKe37FAKEwI0TSFVAf35PKUrnm9'],
  },
  {
    name: 'CircleCI token',
    begins: ['CCIPAT_', 'CCIPRJ_'],
    shape: /CCIP(?:AT|RJ)_[A-Za-z0-9_]{20,}/y,
    example: ['', 'CCIPAT_q7KdrZFaVFAKEZ4V5ClPMy_0147d301a233f4d05743bf2b672850882161db80'],
  },
  {
    name: 'Buildkite token',
    begins: ['bkua_', 'bkaj_', 'bkct_'],
    shape: /bk(?:ua|aj|ct)_[A-Za-z0-9]{20,}/y,
    example: ['', 'bkua_a1e9ad8cdadc4ccd4078c763211caeae0ffac7cb'],
  },
  {
    name: 'Artifactory key',
    begins: ['AKCp'],
    shape: /AKCp[A-Za-z0-9]{50,}/y,
    example: ['', 'AKCp8q7ZhRnqr0UEoziqO7nwQQ61e2uWhlekOFAKEhXhNhK0XPrLJ0qdLo8025p36CUYX130b'],
  },
  {
    name: 'Artifactory reference token',
    begins: ['cmVmdGtu'],
    shape: /cmVmdGtu[A-Za-z0-9]{40,}/y,
    example: ['', 'cmVmdGtuq7JsQYGXWqzhhTcqFRZScsHcoeFAKEhJArIXfhqPnXhVzYQBjMAkQDlL'],
  },
  {
    name: 'Sourcegraph token',
    begins: ['sgp_'],
    shape: /sgp_[A-Za-z0-9_]{30,}/y,
    example: ['', 'sgp_98a878e2f264d9b1ecb19dd8b7c46b26a22eccdf'],
  },
  {
    name: 'Countersign credential',
    begins: ['cs_'],
    shape: /cs_[a-z]{2,12}_[A-Za-z0-9_-]{20,}/y,
    example: ['', 'cs_agent_q7ClmG9AWM8JqTDLVWcFAKEXLHy1TzEujdGvjHyKmZd'],
  },
];
