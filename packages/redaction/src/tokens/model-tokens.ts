import type { TokenShape } from './token-shape.ts';

/** Keys of providers of models. */
export const modelTokens: readonly TokenShape[] = [
  {
    name: 'key that begins with sk-',
    begins: ['sk-', 'pk-', 'rk-'],
    shape: /[spr]k-[A-Za-z0-9_-]{16,}/y,
    isOpaque: true,
    example: ['', 'sk-proj-q70zB0rlz5tr9spOFBCIoXFAKEcjDoBoirPfQAdzEv7g5iFq'],
  },
  {
    name: 'HuggingFace token',
    begins: ['hf_', 'api_org_'],
    shape: /(?:hf|api_org)_[A-Za-z0-9]{20,}/y,
    example: ['', 'hf_q7vveQzE2QPuwNOFAKE2YEe6rSxCnopMEm'],
  },
  {
    name: 'Groq key',
    begins: ['gsk_'],
    shape: /gsk_[A-Za-z0-9]{20,}/y,
    example: ['', 'gsk_q7QpvsTnkIAeDfRrGsNrfSthFAKExH5jMTF7eBSdE0g9cRYN687N'],
  },
  {
    name: 'xAI key',
    begins: ['xai-'],
    shape: /xai-[A-Za-z0-9_-]{20,}/y,
    example: ['', 'xai-q7FJvhQ8XIm0ogR4HtXOf54fZBKA8frcZTuJaWFAKEVAUwV1ZH87MtA5vSQXEZY3lEX7bwR2DRGD1qSo'],
  },
  {
    name: 'Perplexity key',
    begins: ['pplx-'],
    shape: /pplx-[A-Za-z0-9_-]{20,}/y,
    example: ['', 'pplx-q7PRbgUMxXy9b4BzwoZ648FAKEFD7uacnwIp3SfD67jIKeaV'],
  },
  {
    name: 'Replicate token',
    begins: ['r8_'],
    shape: /r8_[A-Za-z0-9]{20,}/y,
    example: ['', 'r8_q7QvvpQZpPTejqZHFAKENg5zfjOc6VwcbIjMP'],
  },
  {
    name: 'Fireworks key',
    begins: ['fw_'],
    shape: /fw_[A-Za-z0-9]{20,}/y,
    example: ['', 'fw_q7VjFUPXQzFAKEv3aYavhNYR'],
  },
  {
    name: 'Nvidia key',
    begins: ['nvapi-'],
    shape: /nvapi-[A-Za-z0-9_-]{20,}/y,
    example: ['', 'nvapi-q7DfRk9XIrghoy32NFR5PYZpcb9T20FAKECbtw5ze9lfAEZ7770h2dcPyGOJJhrG'],
  },
  {
    name: 'Tavily key',
    begins: ['tvly-'],
    shape: /tvly-[A-Za-z0-9_-]{20,}/y,
    example: ['', 'tvly-q7usp2w5dFjxCAFAKE6CptT9IoQhobsw'],
  },
  {
    name: 'LangSmith key',
    begins: ['lsv2_'],
    shape: /lsv2_[a-z]{2}_[A-Za-z0-9_]{20,}/y,
    example: ['', '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'],
  },
  {
    name: 'Pinecone key',
    begins: ['pcsk_'],
    shape: /pcsk_[A-Za-z0-9_]{20,}/y,
    example: ['', 'pcsk_q7MTx0MOdOQw4SG8nfnL5Ofa6qD8mJFAKEBmJaDtDLZc5t4UuHF7KVMLp7hvdCTq'],
  },
];
