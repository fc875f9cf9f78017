/** Looks of emails on the screen: that of the community itself, and what a sheet of paper takes of one. */
import { useRead, useSession, useT } from '@atrium/sdk/web'
import type { CSSProperties } from 'react'
import contract, { type Look, PLAIN_LOOK, type Theme } from '../../contract.ts'

const FAMILIES: Record<Look['font'], string> = {
  system: "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
  serif: "Georgia, 'Times New Roman', serif",
  rounded: "'Trebuchet MS', 'Segoe UI', Verdana, sans-serif",
  mono: "'SFMono-Regular', Consolas, 'Courier New', monospace",
}

/** As the server draws for a community that has saved none. */
export function useCommunityLook(): Look {
  const t = useT()
  const { brand_color, brand_text_color } = useSession().community.branding.theme
  return {
    ...PLAIN_LOOK,
    name: t('theme.default'),
    accent: brand_color.light || PLAIN_LOOK.accent,
    accent_text: brand_text_color.light || PLAIN_LOOK.accent_text,
  }
}
export function useLooks() {
  const query = useRead(contract.routes.themes)
  const own = useCommunityLook()
  const all: Theme[] = query.data?.records ?? []
  const usual: Look = all.find(({ is_default }) => is_default) ?? own
  return { query, all, usual, own, lookOf: (id: number | null): Look => (id === null ? usual : (all.find((one) => one.id === id) ?? usual)) }
}

const mixed = (look: Look, share: number) => `color-mix(in oklab, ${look.text} ${share}%, ${look.card})`
/** What lies on the paper is in the colours of the email, whatever the appearance of the app. */
export const paperStyle = (look: Look): CSSProperties =>
  ({
    background: look.card,
    color: look.text,
    fontFamily: FAMILIES[look.font],
    borderRadius: look.radius,
    '--text': look.text,
    '--text-2': mixed(look, 76),
    '--text-3': mixed(look, 64),
    '--surface': look.card,
    '--surface-2': mixed(look, 4),
    '--hover': mixed(look, 8),
    '--press': mixed(look, 14),
    '--border': mixed(look, 14),
    '--border-field': mixed(look, 22),
    '--border-strong': mixed(look, 34),
    '--link-color': look.accent,
  }) as CSSProperties
