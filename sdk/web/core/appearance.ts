/** Light or dark, and the community's theme, as attributes of `<html>` that the tokens listen to. */
import { type Appearance, type BootData, getBoot, setBoot, useBoot } from './boot.ts'
import { readStored, writeStored } from './stored.ts'

/** The person's own choice, else this device's, else the community's default. */
const appearanceOf = (boot: BootData): Appearance => boot.appearance ?? readStored<Appearance>('appearance') ?? boot.community.branding.theme.default_appearance

/** Writes appearance and theme on `<html>`; safe to repeat. */
export function applyAppearance(boot: BootData = getBoot()): void {
  const { dataset } = document.documentElement
  dataset.appearance = appearanceOf(boot)
  // An own theme is the default one with own colours laid over it.
  dataset.theme = themeOf(boot.community.branding.theme.current_theme)
}

/** The appearance that is shown; `set` and `toggle` change it here and remember it on this device. */
export function useAppearance(): { appearance: Appearance; theme: string; set: (next: Appearance) => void; toggle: () => void } {
  const boot = useBoot()
  const appearance = appearanceOf(boot)
  const set = (next: Appearance) => {
    writeStored('appearance', next)
    setBoot({ ...getBoot(), appearance: next })
  }
  return { appearance, theme: boot.community.branding.theme.current_theme, set, toggle: () => set(appearance === 'dark' ? 'light' : 'dark') }
}

const themeOf = (name: string): string => (name === 'custom' ? 'default' : name)
