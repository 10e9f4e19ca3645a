// How the console is built. Not TypeScript, because the program itself builds with it on Node 20.
import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'

/** The minifier drops the statement that orders the layers, so every sheet is given it again, at its top. */
const layersFirst = {
  name: 'layers-first',
  generateBundle(_options, bundle) {
    const order = readFileSync(new URL('src/kit/layers.css', import.meta.url), 'utf8').trim()
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = `${order}${file.source}`
    }
  },
}

/** What every page has loaded before it loads a screen. */
const loadedBefore = new Set()

/** Filled before Vite lists what to load with each screen. */
const noteEntry = {
  name: 'note-entry',
  enforce: 'pre',
  generateBundle(_options, bundle) {
    const entry = Object.values(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith('index.html'))
    const note = ({ fileName, imports }) => {
      if (loadedBefore.has(fileName)) return
      loadedBefore.add(fileName)
      for (const name of imports) note(bundle[name])
    }
    note(entry)
  },
}

/** @type {import('vite').UserConfig} */
export default {
  base: '/console/',
  plugins: [react(), layersFirst, noteEntry],
  build: {
    // Browsers of the last two years: older targets would rewrite `light-dark()`.
    target: ['chrome128', 'edge128', 'firefox128', 'safari18'],
    // What the test of the sizes reads.
    manifest: 'manifest.json',
    // The policy of the pages allows no script but files, and files are kept by browsers.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter(file => !loadedBefore.has(file)) : files,
    },
    rolldownOptions: {
      // The pages of the service name the script of the developers pages, so its name is fixed.
      input: ['index.html', 'src/developers/main.ts'],
      output: {
        entryFileNames: chunk =>
          chunk.facadeModuleId?.includes('/developers/') ? 'assets/developers.js' : 'assets/[name]-[hash].js',
        // Every screen loads the list of them: their names would make it longer.
        chunkFileNames: 'assets/[hash].js',
      },
    },
    reportCompressedSize: false,
  },
  // `npm run dev --workspace console`: the pages from here, everything else from a service that runs already.
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/developers': 'http://127.0.0.1:8080' } },
}
