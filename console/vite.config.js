// How the console is built. Not TypeScript, because the program itself builds with it on Node 20.
import react from '@vitejs/plugin-react'

/** @type {import('vite').UserConfig} */
export default {
  base: '/console/',
  plugins: [react()],
  build: {
    // Browsers of the last two years: older targets would rewrite `light-dark()`.
    target: ['chrome128', 'edge128', 'firefox128', 'safari18'],
    // What the test of the sizes reads.
    manifest: 'manifest.json',
    // The policy of the pages allows no script but files, and files are kept by browsers.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // `npm run dev --workspace console`: the pages from here, everything else from a service that runs already.
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/developers': 'http://127.0.0.1:8080' } },
}
