/** The testing kit: a real kernel with the plugins you name, people built in prose, and the conformance suite. */
export * from './app.ts'
export * from './conformance.ts'
