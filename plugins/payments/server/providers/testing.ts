/** The one door to the test server, which is loaded where a community uses it and nowhere else. */

/** @returns what may be asked of it from inside the house */
export const testServer = () => import('./test/index.ts')
