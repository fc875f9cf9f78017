/** What the house may ask of the test server. */
export * from './owner.ts'
export * from './page.ts'
