/** Styles are the build's business. */
declare module '*.css';
