/** Colors of the built-in themes as a page has them: drawn from `sdk/web/tokens.css`, which a test holds them against. */
import type { BUILT_IN_THEMES } from '@atrium/sdk/theme'
import type { ThemeLook } from '../../contract.ts'

export type Palette = ThemeLook['light']
/** In this order: what colors of a page there are. */
const NAMES = ['background', 'surface', 'text', 'muted', 'accent', 'accent_text'] as const

/** Light, then dark. */
const COLOURS: Record<(typeof BUILT_IN_THEMES)[number], readonly [light: string, dark: string]> = {
  default: ['#fbfcff #ffffff #1a1a1c #4a4a4d #5369e5 #ffffff', '#151618 #1d1d1f #ecedef #bababd #5369e5 #ffffff'],
  beachCity: ['#f9fdfe #ffffff #181b1c #474b4c #007d8e #ffffff', '#141717 #1b1e1f #e9eeef #b7bbbc #008092 #ffffff'],
  espresso: ['#fffbf9 #ffffff #1c1a18 #4d4a48 #834f2d #ffffff', '#181514 #1f1d1b #f0ecea #bdbab7 #9a633b #ffffff'],
  flamingo: ['#fffbfc #ffffff #1c1a1a #4c494a #cf2c67 #ffffff', '#181516 #1f1d1d #efecec #bdb9ba #cb3468 #ffffff'],
  hacker: ['#fafdfb #ffffff #191b1a #494b49 #02712b #ffffff', '#151715 #1c1e1c #ebedeb #b9bbb9 #5be56e #071009'],
  highContrast: ['#fcfcfc #ffffff #000000 #000000 #001686 #ffffff', '#161616 #1d1d1d #ffffff #ffffff #fede23 #000000'],
  milkshake: ['#fffbfa #ffffff #1c1a19 #4c4a49 #b84c55 #ffffff', '#181515 #1f1d1c #efeceb #bdbab8 #b7535a #ffffff'],
  moody: ['#fcfcff #ffffff #1a1a1d #4a4a4d #5c5189 #ffffff', '#161618 #1d1d20 #edecf0 #bababe #7366a7 #ffffff'],
  neonNight: ['#fcfcff #ffffff #1a1a1d #4a4a4e #ca0093 #ffffff', '#161619 #1d1d20 #ececf1 #bababe #d4029b #ffffff'],
  nightshade: ['#fdfbfe #ffffff #1b1a1c #4b4a4c #80369e #ffffff', '#171518 #1e1d1f #eeecef #bcb9bd #9848b8 #ffffff'],
  popRocks: ['#fefbfc #ffffff #1c1a1b #4c494b #cc0a87 #ffffff', '#181516 #1f1d1e #efeced #bdb9bb #d0268c #ffffff'],
  sage: ['#fafdfa #ffffff #191b19 #494b49 #386344 #ffffff', '#151715 #1c1e1c #ebeeeb #b9bbb8 #497856 #ffffff'],
  sandDollar: ['#fefcf8 #ffffff #1c1a18 #4c4a47 #75532d #ffffff', '#171614 #1f1d1b #eeece9 #bcbab7 #8d6539 #ffffff'],
  slowBurn: ['#fffbfa #ffffff #1d1a19 #4d4948 #c33c00 #ffffff', '#181514 #201d1c #f0ecea #beb9b8 #ca430e #ffffff'],
  stone: ['#fbfcfe #ffffff #1a1b1c #494a4c #383e43 #ffffff', '#151617 #1c1d1f #ebedef #b9bbbc #dbdee2 #141618'],
  sweetTooth: ['#fefbfd #ffffff #1c1a1b #4c4a4b #b2339f #ffffff', '#171517 #1f1d1e #efecee #bcb9bb #b33ca0 #ffffff'],
  underground: ['#fbfcfe #ffffff #1a1b1c #494a4c #f4c423 #1a160b', '#151617 #1d1d1f #ecedef #b9babc #f4c423 #1a160b'],
  veryPeri: ['#fcfcff #ffffff #1a1a1d #4a4a4d #5a53b4 #ffffff', '#161618 #1d1d20 #ececf0 #bababe #6a65c8 #ffffff'],
  zenMind: ['#f9fdfd #ffffff #191b1b #484b4b #226269 #ffffff', '#141717 #1b1e1e #eaeeed #b8bbbb #2b7880 #ffffff'],
}
const paletteOf = (colours: string): Palette => Object.fromEntries(colours.split(' ').map((colour, at) => [NAMES[at], colour])) as Palette
export const palettesOf = (base: keyof typeof COLOURS): { light: Palette; dark: Palette } => {
  const [light, dark] = COLOURS[base]
  return { light: paletteOf(light), dark: paletteOf(dark) }
}
