/** The one browser entry of the SDK; the shell shares a single copy of it with every plugin. */
export * from './shared.ts'
export * from './core/index.ts'
export { host } from './core/host.tsx'
export * from './ui/index.ts'
export * from './editor/index.ts'
export { RichText } from './RichText.tsx'
