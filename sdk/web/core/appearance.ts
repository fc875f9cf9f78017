/** Light or dark, and the community's theme, as attributes of `<html>` that the tokens listen to. */
import type { Appearance } from '../../core/rules/colours.ts'
import { themeAttribute } from '../../core/rules/themes.ts'
import type { AppearanceChoice } from '../../core/theme.ts'
import { type BootData, getBoot, setBoot, useBoot } from './boot.ts'
import { readStored, writeStored } from './stored.ts'

const KEY = 'appearance'
const YEAR = 31_536_000
let device: MediaQueryList | undefined
function deviceIsDark(): boolean {
  if (!device) {
    device = matchMedia('(prefers-color-scheme: dark)')
    device.addEventListener('change', () => setBoot({ ...getBoot() }))
  }
  return device.matches
}

/** The person's own choice, else this device's; null: as the community has it. */
const choiceOf = (boot: BootData): AppearanceChoice | null => boot.appearance ?? readStored<AppearanceChoice>(KEY) ?? null
function appearanceOf(boot: BootData): Appearance {
  const standard = boot.community.branding.theme.default_appearance
  // Where dark mode is off there is nothing to choose, and nothing to follow.
  if (boot.community.settings.dark_mode_enabled === false) return standard === 'dark' ? 'dark' : 'light'
  const choice = choiceOf(boot) ?? standard
  return choice === 'system' ? (deviceIsDark() ? 'dark' : 'light') : choice
}

/** Writes appearance, theme and own colours on the page; safe to repeat. */
export function applyAppearance(boot: BootData = getBoot()): void {
  const { dataset } = document.documentElement
  const { theme, theme_css = '' } = boot.community.branding
  dataset.appearance = appearanceOf(boot)
  dataset.theme = themeAttribute(theme)
  // The next page begins with what was chosen here: the server reads it before it writes the first line.
  // biome-ignore lint/suspicious/noDocumentCookie: a cookie is what the server reads
  document.cookie = `${KEY}=${choiceOf(boot) ?? ''}; path=/; samesite=lax; max-age=${choiceOf(boot) ? YEAR : 0}`
  const sheet = document.getElementById('atrium-theme') ?? document.head.appendChild(Object.assign(document.createElement('style'), { id: 'atrium-theme' }))
  if (sheet.textContent !== theme_css) sheet.textContent = theme_css
}

export interface AppearanceState {
  /** What is shown. */
  appearance: Appearance
  /** What was chosen; null: as the community has it. */
  choice: AppearanceChoice | null
  theme: string
  /** False where the community has one appearance for all. */
  mayChoose: boolean
  /** Changes it here and remembers it on this device. */
  set: (next: AppearanceChoice | null) => void
  toggle: () => void
}
export function useAppearance(): AppearanceState {
  const boot = useBoot()
  const appearance = appearanceOf(boot)
  const set = (next: AppearanceChoice | null) => {
    writeStored(KEY, next ?? undefined)
    setBoot({ ...getBoot(), appearance: next })
  }
  return {
    appearance,
    choice: choiceOf(boot),
    theme: boot.community.branding.theme.current_theme,
    mayChoose: boot.community.settings.dark_mode_enabled !== false,
    set,
    toggle: () => set(appearance === 'dark' ? 'light' : 'dark'),
  }
}
