/** The build room: the shell and the plugins' screens as files for browsers, or a development server instead. */
export { buildAll, type BuildOptions, type BuiltPlugin, type WebFiles } from './build.ts'
export { devServer, type DevServer } from './dev.ts'
