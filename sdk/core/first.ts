/** What the first page shows of plugins: its modules are one in the build and its words one file, so that the page asks for little. */
import type { Manifest } from './manifest.ts'

const FIRST = /^(frame|header|sidebar|home)\.|^record\.actions$|\.card\.\w+$/
/** The modules of a plugin that make the home page, the frame around it, and the cards there: `slots/Latest`. */
export const firstModules = ({ screens = {}, slots = {} }: Pick<Manifest, 'screens' | 'slots'>): string[] => [
  ...(screens['/'] ? [screens['/'].module] : []),
  ...new Set(Object.entries(slots).flatMap(([name, filling]) => (FIRST.test(name) ? [filling].flat().map(({ module }) => module) : []))),
]
