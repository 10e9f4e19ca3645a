/** A second copy of a module: a worker loads each once. */
declare module '*?oldest' {}
