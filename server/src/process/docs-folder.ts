/** Where the documents of the repository are. */

/** Three folders above this file in `src` and in `dist` alike. */
export const docsFolder = new URL('../../../docs/', import.meta.url)
