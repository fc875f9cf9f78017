/** The testing kit: a real kernel with the plugins you name, people built in prose, records of every plugin, and the conformance suite. */
export * from './app.ts'
export * from './changes.ts'
export * from './conformance.ts'
export * from './filling.ts'
export * from './growth.ts'
export { pdfText } from './pdf.ts'
export * from './records.ts'
export * from './until.ts'
