/** Puts the community's own colours on the page; `useAppearance` names theme and appearance. */
import { useLayoutEffect } from 'react'
import { type Appearance, type BootTheme, useAppearance, useBoot } from '@atrium/sdk/web'
import { brandTokens, toCss } from './colour.ts'

/** CSS variables that a community's own colours set; built-in themes bring theirs in the stylesheet. */
export function themeVariables(theme: BootTheme, appearance: Appearance): Record<string, string> {
  if (!theme.is_custom) return {}
  const brand = brandTokens(theme.brand_color[appearance], appearance, theme.brand_text_color[appearance])
  const derived = Object.entries(brand).map(([name, colour]) => [`--${name}`, toCss(colour)])
  const chosen = Object.entries(theme.custom_colors?.[appearance] ?? {}).filter(([, value]) => value)
  return Object.fromEntries([...derived, ...chosen.map(([field, value]) => [`--${field.replaceAll('_', '-')}`, value])])
}

export function useTheme(): void {
  const { theme } = useBoot().community.branding
  const { appearance } = useAppearance()
  useLayoutEffect(() => {
    const root = document.documentElement
    const variables = themeVariables(theme, appearance)
    // Through the style object, not a style element: the content policy allows no inline sheets.
    for (const [name, value] of Object.entries(variables)) root.style.setProperty(name, value)
    return () => {
      for (const name of Object.keys(variables)) root.style.removeProperty(name)
    }
  }, [theme, appearance])
}
