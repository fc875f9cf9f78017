/** The home page as an admin arranges it, and the banner as each reader gets it. */
import { type Ctx, pictureSources, publishPicture, unlessRefused } from '@atrium/sdk/server'
import type { SettingsOf } from '@atrium/sdk'
import home, { type HomeSettings, PICTURES } from '../../contract.ts'

type Settings = SettingsOf<typeof home>
type Picture = (typeof PICTURES)[number]

const fileOf = (ctx: Ctx, signedId: string) => (signedId ? unlessRefused(ctx.files.get(signedId), null) : Promise.resolve(null))
export async function addressOf(ctx: Ctx, signedId: string): Promise<string | null> {
  const file = await fileOf(ctx, signedId)
  return file && ctx.files.url(file, 'large')
}

export async function present(ctx: Ctx, home_page_enabled = ctx.communitySettings(home).home_page_enabled): Promise<HomeSettings> {
  const value = ctx.settings(home)
  const [banner_image_url, visitor_banner_image_url, open_graph_image_url] = await Promise.all(PICTURES.map((key) => addressOf(ctx, value[key])))
  return {
    ...value,
    ...{
      home_page_enabled,
      banner_image_url: banner_image_url!,
      visitor_banner_image_url: visitor_banner_image_url!,
      open_graph_image_url: open_graph_image_url!,
    },
  }
}

export async function change(ctx: Ctx, { home_page_enabled, ...changes }: Partial<Settings> & { home_page_enabled?: boolean }): Promise<HomeSettings> {
  for (const key of PICTURES) if (changes[key] && changes[key] !== ctx.settings(home)[key]) await publishPicture(ctx, changes[key], `home.${key}`)
  const tabs = changes.tabs && { tabs: [...new Set(changes.tabs)] }
  await ctx.saveSettings(home, { ...changes, ...tabs })
  if (home_page_enabled !== undefined) await ctx.platform.update<typeof home>({ home_page_enabled })
  return present(ctx, home_page_enabled)
}
export const removePicture = (ctx: Ctx, key: Picture): Promise<HomeSettings> => change(ctx, { [key]: '' })

/** The words and the picture for this reader, whoever they are; null where there are none. */
function bannerFor(ctx: Ctx): { title: string; text: string; image: string } | null {
  const { banner_enabled, banner_title, banner_text, banner_image, visitor_banner, visitor_banner_title, visitor_banner_text, visitor_banner_image } =
    ctx.settings(home)
  if (!banner_enabled || (!ctx.member && visitor_banner === 'none')) return null
  const own = !ctx.member && visitor_banner === 'own'
  const [title, text, image] = own ? [visitor_banner_title, visitor_banner_text, visitor_banner_image] : [banner_title, banner_text, banner_image]
  return title || text ? { title, text, image } : null
}
/** What a closed banner is known by: a new one shows again. */
export const markOf = (ctx: Ctx) => {
  const { banner_title, banner_text } = ctx.settings(home)
  return banner_title + banner_text
}
export async function banner(ctx: Ctx) {
  const words = bannerFor(ctx)
  if (!words) return null
  if (ctx.member) {
    const [closed] = await ctx.sql('select 1 from home.closed_banner where community_id = $1 and member_id = $2 and banner = $3', [ctx.member.id, markOf(ctx)])
    if (closed) return null
  }
  const image = await fileOf(ctx, words.image)
  return {
    title: words.title,
    text: words.text,
    image_url: image && ctx.files.url(image, 'large'),
    image_srcset: image && pictureSources(ctx, image).srcset,
    placeholder: image?.placeholder ?? null,
  }
}
