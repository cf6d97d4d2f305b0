import { type Endpoint, endpoints } from '@countersign/contract';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where each endpoint is: the browser gets no schemas, only these two words of each declaration. */
const places = Object.fromEntries(
  Object.values<Endpoint>(endpoints).map(({ id, method, path }) => [id, [method, path] as const]),
);

export default defineConfig({
  plugins: [react(), tailwindcss()],
  define: { COUNTERSIGN_ENDPOINTS: JSON.stringify(places) },
  build: {
    target: 'es2024',
    // Nothing of the page is inline, so that its content security policy can say so.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
  },
  // For `npm run dev -w @countersign/inbox`, beside a server on its usual port.
  server: {
    proxy: { '/api': 'http://127.0.0.1:7717', '/my': 'http://127.0.0.1:7717', '/auth': 'http://127.0.0.1:7717' },
  },
});
