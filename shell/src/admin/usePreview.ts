/** Shows unsaved theme, logo and icon in the whole frame, until they are saved or dropped. */
import { useEffect } from 'react'
import { host } from '@atrium/sdk/web'
import { themeCss } from '@atrium/sdk/theme'
import type { Branding } from '../api.ts'

/** @param change what differs from what is saved; null for nothing */
export function usePreview(change: Partial<Branding> | null) {
  const key = change && JSON.stringify(change)
  useEffect(() => {
    if (!key) return
    const saved = host.getBoot().community.branding
    const show = (branding: typeof saved) => {
      const boot = host.getBoot()
      host.setBoot({ ...boot, community: { ...boot.community, branding } })
    }
    const { theme, ...pictures } = JSON.parse(key) as Partial<Branding>
    const shown = { ...saved, ...pictures, ...(theme ? { theme, theme_css: themeCss(theme) } : {}) }
    show(shown)
    return () => {
      // what was saved meanwhile came with boot data of its own
      if (host.getBoot().community.branding === shown) show(saved)
    }
  }, [key])
}
